import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type S3rver from '@20minutes/s3rver';
import type { Context } from '@20minutes/s3rver';

/**
 * Adds the SHA-256 of objects to the answers that S3 states it in: a HEAD that asks for it, and a copy. S3 keeps the
 * one of the upload; this one is of the file as it is now, so that damage of the disk is found, too.
 */
export const addChecksums = ({ store, middleware }: S3rver): void => {
  middleware.unshift(async (context, next) => {
    await next();
    const { bucket, key } = context.params ?? {};
    if (context.status !== 200 || !bucket || !key) return;
    const checksum = () => checksumOf(store.getResourcePath(bucket, key, 'object'));
    if (asksForChecksum(context)) context.set('x-amz-checksum-sha256', await checksum());
    else if (isCopy(context) && typeof context.body === 'string') {
      const element = `<ChecksumSHA256>${await checksum()}</ChecksumSHA256>`;
      context.body = context.body.replace('</CopyObjectResult>', `${element}</CopyObjectResult>`);
    }
  });
};

const asksForChecksum = ({ method, headers }: Context): boolean =>
  method === 'HEAD' && headers['x-amz-checksum-mode'] === 'ENABLED';

const isCopy = ({ method, headers }: Context): boolean =>
  method === 'PUT' && headers['x-amz-copy-source'] !== undefined && headers['x-amz-checksum-algorithm'] === 'SHA256';

const checksumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
};
