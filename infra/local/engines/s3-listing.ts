import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type S3rver from '@20minutes/s3rver';
import S3Object from '@20minutes/s3rver/lib/models/object.js';

/** The file of an object's bytes is named like its key, with this behind. */
const OBJECT = '._S3rver_object';

/**
 * Lists the objects below a prefix's folder from that folder alone. s3rver would walk through all folders from the
 * bucket on and ask for each entry's kind, in the thread of all requests: each envelope would make all seals slower.
 *
 * No listing is said to be truncated, because s3rver makes the token of the next one with DES, which OpenSSL has
 * dropped. `listFiles` goes on after the last key, without a token.
 */
export const listFromFolder = ({ store }: S3rver, directory: string): void => {
  const list = store.listObjects.bind(store);
  store.listObjects = async (bucket, options) => {
    const { delimiter, prefix = '', startAfter = '', maxKeys = Number.POSITIVE_INFINITY } = options;
    if (delimiter || prefix.includes('..')) return list(bucket, options);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const keys = (await filesIn(join(directory, bucket, folder)))
      .flatMap((file) => (file.endsWith(OBJECT) ? `${folder}${file.slice(0, -OBJECT.length)}` : []))
      .filter((key) => key.startsWith(prefix) && key > startAfter)
      .sort();
    const objects = await Promise.all(
      keys.slice(0, maxKeys).map(async (key) => {
        const metadata = await store.getMetadata(bucket, key).catch(ignoreMissing);
        return metadata ? [new S3Object(bucket, key, null, metadata)] : [];
      }),
    );
    return { objects: objects.flat(), commonPrefixes: [], isTruncated: false };
  };
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }).catch(ignoreMissing)) ?? [];

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
