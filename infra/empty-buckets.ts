import {
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { customResource } from './custom-resource.ts';

/** Tag of a bucket that is deleted with its stack. */
export const TRIAL_TAG = 'countersign:trial';

/**
 * Empties a trial's buckets when the stack is deleted, all versions included, because only an empty bucket can be
 * deleted. It checks the tag first: when a stack stops being a trial, this resource is deleted, but the buckets stay
 * with their contents, and have lost the tag by then.
 */
export const handler = customResource(async ({ RequestType, ResourceProperties }) => {
  if (RequestType === 'Delete') for (const bucket of ResourceProperties.Buckets as string[]) await emptyIfTrial(bucket);
  return {};
});

const emptyIfTrial = async (Bucket: string): Promise<void> => {
  const client = new S3Client({});
  try {
    const { TagSet = [] } = await client.send(new GetBucketTaggingCommand({ Bucket }));
    if (!TagSet.some(({ Key, Value }) => Key === TRIAL_TAG && Value === 'true')) return;
    for (;;) {
      // Always from the start, because the listed versions were deleted.
      const page = await client.send(new ListObjectVersionsCommand({ Bucket }));
      const Objects = versionsOf(page);
      if (Objects.length === 0) return;
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      const [first] = Errors;
      if (first) throw new Error(`${Errors.length} files can't be deleted; the first: ${first.Code} ${first.Message}`);
    }
  } catch (error) {
    // The bucket is gone, or has no tags.
    if (!['NoSuchBucket', 'NoSuchTagSet'].includes((error as Error).name)) throw error;
  } finally {
    client.destroy();
  }
};

const versionsOf = ({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput) =>
  [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) => (Key ? [{ Key, VersionId }] : []));
