import {
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  ListObjectVersionsCommand,
  NoSuchBucket,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler } from '../../infra/empty-buckets.ts';
import { startCloudFormation } from './cloudformation.ts';

// The embedded S3 knows neither versions nor tags of buckets: both are made here.
const s3 = mockClient(S3Client);
let held: { Key: string; VersionId: string }[];
let tags: { Key: string; Value: string }[];
let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;

beforeAll(async () => {
  process.env.AWS_REGION = 'us-east-1';
  cloudFormation = await startCloudFormation();
});
afterAll(() => {
  cloudFormation.stop();
  s3.restore();
});
beforeEach(() => {
  s3.reset();
  held = [1, 2, 3, 4, 5].map((version) => ({ Key: 'org/file', VersionId: String(version) }));
  tags = [{ Key: 'countersign:trial', Value: 'true' }];
  s3.on(GetBucketTaggingCommand).callsFake(() => ({ TagSet: tags }));
  s3.on(ListObjectVersionsCommand).callsFake(() => ({ Versions: held.slice(0, 1), DeleteMarkers: held.slice(1, 2) }));
  s3.on(DeleteObjectsCommand).callsFake(({ Delete }: { Delete: { Objects: typeof held } }) => {
    held = held.filter(({ VersionId }) => !Delete.Objects.some((gone) => gone.VersionId === VersionId));
    return {};
  });
});

const call = (RequestType: string) =>
  cloudFormation.call(handler, {
    RequestType,
    ResourceType: 'Custom::EmptiedBuckets',
    ResourceProperties: { Buckets: ['bucket'] },
  });

test('deleting a trial deletes all versions and delete markers of its bucket, page by page', async () => {
  expect(await call('Delete')).toMatchObject({ Status: 'SUCCESS' });
  expect(held).toEqual([]);
});

test('a stack that is no longer a trial keeps its bucket as it is', async () => {
  tags = [];
  expect(await call('Delete')).toMatchObject({ Status: 'SUCCESS' });
  s3.on(GetBucketTaggingCommand).rejects(
    new S3ServiceException({ name: 'NoSuchTagSet', $fault: 'client', $metadata: {} }),
  );
  expect(await call('Delete')).toMatchObject({ Status: 'SUCCESS' });
  expect(held).toHaveLength(5);
});

test('creation and update touch nothing', async () => {
  await call('Create');
  await call('Update');
  expect(s3.calls()).toHaveLength(0);
});

test('a repeated deletion finds nothing to do', async () => {
  await call('Delete');
  expect(await call('Delete')).toMatchObject({ Status: 'SUCCESS' });
  s3.on(GetBucketTaggingCommand).rejects(new NoSuchBucket({ message: 'gone', $metadata: {} }));
  expect(await call('Delete')).toMatchObject({ Status: 'SUCCESS' });
});

test('an object that can’t be deleted is reported, and not retried for ever', async () => {
  s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Code: 'AccessDenied', Message: 'No' }] });
  expect(await call('Delete')).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining('AccessDenied') });
});
