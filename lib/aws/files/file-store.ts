import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { Failure } from '../../base/errors.ts';
import { sha256 as hashOf } from '../../base/ids.ts';
import { log } from '../../base/log.ts';
import { clientSettings } from '../client.ts';
import { isRecorded } from './kinds.ts';
import { contentDisposition } from './names.ts';

let client: S3Client | undefined;

const s3 = (): S3Client => {
  client ??= new S3Client({
    ...clientSettings(30 * SECOND),
    forcePathStyle: config.bucketByPath(),
    // Otherwise pre-signed uploads carry the checksum of an empty body, and no upload would match it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return client;
};

/** There is no file under this key. */
export class FileMissingError extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no file ${key}`, options);
    this.name = 'FileMissingError';
    this.key = key;
  }
}

/** A file is larger than `maxBytes`. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(key: string, size: number) {
    super(`The file ${key} has ${size} bytes`);
    this.name = 'FileTooLargeError';
    this.size = size;
  }
}

/** A stored file is not the one whose SHA-256 was recorded. It is handed out to nobody. */
export class FileChangedError extends Failure<'file_changed'> {
  constructor() {
    super('file_changed', {});
    this.name = 'FileChangedError';
  }
}

/** The log line of each such finding: an alarm counts it (`infra/alarms.ts`). */
export const FILE_CHANGED = 'A stored file is not the recorded one';

/**
 * Throws `file_changed`, and raises the alarm. The log names the file's folder, because a key may hold a field's name.
 */
const refuseChanged = (key: string, sha256: string): never => {
  log().error(FILE_CHANGED, { folder: key.split('/').slice(0, 4).join('/'), recorded_sha256: sha256 });
  throw new FileChangedError();
};

/** Makes it impossible to forget the hash of a file that has one. */
const demandHash = (key: string, sha256: string | undefined): void => {
  if (sha256 === undefined && isRecorded(key)) throw new Error('The file has a recorded hash: it must be compared');
};

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/**
 * Stores `bytes` under `key` (see `fileKeys`), replacing an earlier file. If `sha256` (hex) is given, the bytes are not
 * hashed again, and the bucket accepts them only if it matches. The bucket keeps the hash of recorded files, so that
 * it can be compared without reading them.
 */
export const putFile = async (key: string, bytes: Uint8Array, mime: string, known?: string): Promise<void> => {
  const sha256 = known ?? (isRecorded(key) ? hashOf(bytes) : undefined);
  const command = new PutObjectCommand({
    Bucket: config.bucket(),
    Key: key,
    Body: bytes,
    ContentType: mime,
    ...(sha256 ? { ChecksumSHA256: base64(sha256) } : {}),
  });
  if (sha256) {
    command.middlewareStack.add(
      (next) => (args) => {
        // Signature version 4 signs this hash of the body.
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
        return next(args);
      },
      { step: 'build', name: 'knownHash' },
    );
  }
  await s3().send(command);
};

/** Another file is stored under this key already. */
export class OtherFileStoredError extends Error {
  constructor(key: string) {
    super(`Another file is stored as ${key}`);
    this.name = 'OtherFileStoredError';
  }
}

/**
 * Stores `bytes` under `key` for good, once: a second time is harmless, because the bytes are the same. Throws
 * `OtherFileStoredError` if other bytes are there. The bucket keeps it locked until `lockedUntil`, if that is given.
 */
export const putFileOnce = async (key: string, bytes: Uint8Array, mime: string, lockedUntil?: Date): Promise<void> => {
  const lock: Partial<PutObjectCommandInput> = lockedUntil
    ? // The bucket takes a lock only with a checksum of the bytes.
      { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: lockedUntil, ChecksumAlgorithm: 'SHA256' }
    : {};
  const command = { Bucket: config.bucket(), Key: key, Body: bytes, ContentType: mime, IfNoneMatch: '*', ...lock };
  try {
    await s3().send(new PutObjectCommand(command));
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 412) throw error;
    if (!Buffer.from(await getFile(key)).equals(bytes)) throw new OtherFileStoredError(key);
  }
};

/**
 * Reads the file's bytes. Throws `FileMissingError`, `file_changed` if they are not those of `sha256` (hex), and
 * `FileTooLargeError` before it reads more than `maxBytes`. Set `maxBytes` for files that somebody else stored
 * (uploads).
 */
export const getFile = async (
  key: string,
  options: { maxBytes?: number; sha256?: string | undefined } = {},
): Promise<Uint8Array> => {
  demandHash(key, options.sha256);
  const answer = await s3()
    .send(new GetObjectCommand({ Bucket: config.bucket(), Key: key }))
    .catch((error) => missing(key, error));
  const size = answer.ContentLength ?? 0;
  if (!answer.Body) throw new FileMissingError(key);
  if (size > (options.maxBytes ?? Number.POSITIVE_INFINITY)) {
    // An unread body would keep its connection busy.
    if ('destroy' in answer.Body && typeof answer.Body.destroy === 'function') answer.Body.destroy();
    throw new FileTooLargeError(key, size);
  }
  const bytes = await answer.Body.transformToByteArray();
  if (options.sha256 !== undefined && hashOf(bytes) !== options.sha256) refuseChanged(key, options.sha256);
  return bytes;
};

/**
 * Compares the file with `sha256` (hex) in one call, by the hash that the bucket keeps. Reads a file that was stored
 * before it kept any. Throws `FileMissingError` and `file_changed`.
 */
const compareFile = async (key: string, sha256: string): Promise<void> => {
  const { ChecksumSHA256 } = await s3()
    .send(new HeadObjectCommand({ Bucket: config.bucket(), Key: key, ChecksumMode: 'ENABLED' }))
    .catch((error) => missing(key, error));
  if (ChecksumSHA256 === undefined) await getFile(key, { sha256 });
  else if (ChecksumSHA256 !== base64(sha256)) refuseChanged(key, sha256);
};

/** The file's size in bytes; null if there is no file. */
export const fileSize = async (key: string): Promise<number | null> => {
  const head = await headOf(key);
  return head && (head.ContentLength ?? 0);
};

/** The media type that the file was stored with; null where there is none. */
export const fileType = async (key: string): Promise<string | null> => {
  const head = await headOf(key);
  return head && (head.ContentType ?? '');
};

const headOf = async (key: string): Promise<HeadObjectCommandOutput | null> => {
  try {
    return await s3()
      .send(new HeadObjectCommand({ Bucket: config.bucket(), Key: key }))
      .catch((error) => missing(key, error));
  } catch (error) {
    if (error instanceof FileMissingError) return null;
    throw error;
  }
};

/**
 * Copies the file `from` to `to` inside the bucket, which tells the hash of the copy. Throws `FileMissingError`, and
 * `file_changed` if it is not `sha256` (hex); then nothing may refer to the copy.
 */
export const copyFile = async (from: string, to: string, sha256?: string): Promise<void> => {
  demandHash(from, sha256);
  const CopySource = `${config.bucket()}/${from.split('/').map(encodeURIComponent).join('/')}`;
  const { CopyObjectResult } = await s3()
    .send(
      new CopyObjectCommand({
        Bucket: config.bucket(),
        Key: to,
        CopySource,
        ...(sha256 === undefined ? {} : { ChecksumAlgorithm: 'SHA256' }),
      }),
    )
    .catch((error) => missing(from, error));
  if (sha256 === undefined) return;
  const copied = CopyObjectResult?.ChecksumSHA256;
  if (copied === undefined) await getFile(from, { sha256 });
  else if (copied !== base64(sha256)) refuseChanged(from, sha256);
};

/** Deletes the file. A missing file is no error. */
export const deleteFile = async (key: string): Promise<void> => {
  await s3().send(new DeleteObjectCommand({ Bucket: config.bucket(), Key: key }));
};

const DELETED_AT_ONCE = 20;

/** Deletes any number of files, a few at once. */
export const deleteFiles = async (keys: readonly string[]): Promise<void> => {
  for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
    await Promise.all(keys.slice(at, at + DELETED_AT_ONCE).map(deleteFile));
  }
};

/**
 * A pre-signed link to the file for `expiresIn` seconds. It counts in the machine's time, not the platform's, because
 * the bucket compares with that. The browser gets `mime` and `filename` as headers. A recorded file is compared with
 * its `sha256` first. Throws `FileMissingError` and `file_changed`.
 */
export const linkToFile = async (key: string, link: FileLink): Promise<string> => {
  const { filename, mime, disposition, expiresIn = 300, sha256 } = link;
  demandHash(key, sha256);
  if (sha256 !== undefined) await compareFile(key, sha256);
  return getSignedUrl(
    s3(),
    new GetObjectCommand({
      Bucket: config.bucket(),
      Key: key,
      ResponseContentType: mime,
      ResponseContentDisposition: contentDisposition(disposition, filename),
    }),
    { expiresIn },
  );
};

export interface FileLink {
  filename: string;
  mime: string;
  disposition: 'attachment' | 'inline';
  /** Seconds; 300 unless stated. */
  expiresIn?: number;
  /** Recorded hash (hex) of the file, if there is one. */
  sha256?: string | undefined;
}

/**
 * A pre-signed link for one PUT of exactly `size` bytes with `Content-Type: mime`. The size is signed because S3 can't
 * limit a pre-signed PUT: the caller checks `size` first.
 */
export const linkToUpload = (
  key: string,
  { mime, size, expiresIn = 900 }: { mime: string; size: number; expiresIn?: number },
): Promise<string> =>
  getSignedUrl(
    s3(),
    new PutObjectCommand({ Bucket: config.bucket(), Key: key, ContentType: mime, ContentLength: size }),
    { expiresIn, signableHeaders: new Set(['content-type', 'content-length']) },
  );

/** Lists keys that begin with `prefix`, at most a thousand of those after `after`, in order. */
export const listFiles = async (prefix: string, after?: string): Promise<string[]> => {
  const { Contents = [] } = await s3().send(
    new ListObjectsV2Command({ Bucket: config.bucket(), Prefix: prefix, StartAfter: after }),
  );
  return Contents.flatMap(({ Key }) => Key ?? []);
};

const missing = (key: string, error: unknown): never => {
  // S3 answers 403 for a missing key if the role may not list the bucket, and hardly any function may.
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  throw status === 404 || status === 403 ? new FileMissingError(key, { cause: error }) : error;
};
