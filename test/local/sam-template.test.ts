import { expect, test } from 'vitest';
import { templateForSam } from '../../infra/local/sam-template.ts';

const template = {
  Parameters: { MailFrom: { Type: 'String' } },
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'none' } },
    Reader: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Architectures: ['arm64'],
        Handler: 'index.handler',
        Environment: { Variables: { TABLE_NAME: { Ref: 'Table' }, TSA_URLS: { Ref: 'TsaUrls' } } },
      },
      Metadata: { 'aws:asset:path': 'asset.1' },
    },
  },
};
const before = structuredClone(template);
const values = { TABLE_NAME: 'countersign', SEAL_KEY: 'kms:seal' };

test('a function gets values for the variables that the template gives it, and those that all get', () => {
  const { Reader } = templateForSam(template, 'x86_64', values, { AWS_ENDPOINT_URL_S3: 'http://s3' }).Resources;
  expect(Reader.Properties.Environment).toEqual({
    Variables: { TABLE_NAME: 'countersign', AWS_ENDPOINT_URL_S3: 'http://s3' },
  });
});

test('functions run on the requested kind of processor; everything else is unchanged', () => {
  const changed = templateForSam(template, 'x86_64', values, {});
  const { Properties, ...rest } = changed.Resources.Reader;
  expect(Properties).toMatchObject({ Architectures: ['x86_64'], Handler: 'index.handler' });
  expect(rest).toEqual({ Type: 'AWS::Lambda::Function', Metadata: { 'aws:asset:path': 'asset.1' } });
  expect(changed.Parameters).toEqual(template.Parameters);
  expect(changed.Resources.Table).toEqual(template.Resources.Table);
  expect(template).toEqual(before);
});
