import { expect, test } from 'vitest';
import { wholeTemplate } from '../../infra/whole-template.ts';

const root = {
  Parameters: { Sender: {} },
  Resources: {
    Table: { Type: 'Table' },
    First: {
      Type: 'AWS::CloudFormation::Stack',
      Properties: {
        TemplateURL: 'first',
        Parameters: { Name: { Ref: 'AWS::StackName' }, TableArn: { 'Fn::GetAtt': ['Table', 'Arn'] } },
      },
    },
    Second: {
      Type: 'AWS::CloudFormation::Stack',
      Properties: { TemplateURL: 'second', Parameters: { Reader: { 'Fn::GetAtt': ['First', 'Outputs.Reader'] } } },
    },
    Deployment: { Type: 'Deployment', DependsOn: ['First', 'Table'] },
    Alarm: { Type: 'Alarm', Properties: { Of: { 'Fn::GetAtt': ['First', 'Outputs.Reader'] } } },
  },
  Outputs: { Reader: { Value: { 'Fn::GetAtt': ['First', 'Outputs.Reader'] } } },
};
const nested = {
  First: {
    Parameters: { Name: {}, TableArn: {} },
    Resources: {
      Reader: {
        Type: 'Function',
        Properties: {
          Name: { 'Fn::Sub': `\${Name}-reader-\${TableArn}-\${AWS::Region}` },
          Table: { 'Fn::Join': ['', [{ Ref: 'TableArn' }, '/index']] },
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        },
      },
      Role: { Type: 'Role' },
    },
    Outputs: { Reader: { Value: { Ref: 'Reader' } } },
  },
  Second: {
    Parameters: { Reader: {} },
    Resources: { Rule: { Type: 'Rule', Properties: { Calls: { Ref: 'Reader' } } } },
  },
};

test('nested stacks become one template, in which references name what they lead to', () => {
  const before = structuredClone(root);
  const whole = wholeTemplate(root, (id) => nested[id as keyof typeof nested]);
  expect(whole).toEqual({
    Parameters: { Sender: {} },
    Resources: {
      Table: { Type: 'Table' },
      Deployment: { Type: 'Deployment', DependsOn: ['Reader', 'Role', 'Table'] },
      Alarm: { Type: 'Alarm', Properties: { Of: { Ref: 'Reader' } } },
      Reader: {
        Type: 'Function',
        Properties: {
          Name: { 'Fn::Sub': `\${AWS::StackName}-reader-\${Table.Arn}-\${AWS::Region}` },
          Table: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/index']] },
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        },
      },
      Role: { Type: 'Role' },
      Rule: { Type: 'Rule', Properties: { Calls: { Ref: 'Reader' } } },
    },
    Outputs: { Reader: { Value: { Ref: 'Reader' } } },
  });
  expect(root).toEqual(before);
});

test('two resources of one name are refused', () => {
  expect(() => wholeTemplate(root, () => nested.First)).toThrow('Two stacks have a resource Reader');
});
