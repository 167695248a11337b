import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';
import { closeServer } from '../shared/close-server.ts';
import { holdPort, keepPort, listenOn, loopbackUrl } from '../shared/loopback.ts';
import { type Engine, never } from './engine.ts';
import { addChecksums } from './s3-checksums.ts';
import { listFromFolder } from './s3-listing.ts';
import { acceptBucketRequest, acceptEncodedQuery } from './s3-signature.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Starts S3: `s3rver` in this process, with one bucket, files in `directory`. Requests and links must be signed with
 * `credentials`; browsers of any origin may use pre-signed links.
 */
export const startS3 = async (directory: string, bucket: string, credentials: Credentials): Promise<Engine> => {
  const { accessKeyId, secretAccessKey } = credentials;
  mkdirSync(directory, { recursive: true });
  // Not by the SDK's CreateBucket, because s3rver refuses the SDK's signatures of requests for a bucket itself.
  const configureBuckets = [{ name: bucket, configs: [CORS] }];
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });
  await s3rver.configureBuckets();
  // Koa prints errors that it can't answer, such as an aborted request.
  s3rver.on('error', () => {});
  keepObjectsWhole(s3rver);
  await keepBucketInMemory(s3rver, bucket);
  listFromFolder(s3rver, directory);
  addChecksums(s3rver);
  DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
  DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);

  const server = createServer(refuseUnsigned(s3rver.callback(), secretAccessKey));
  const port = await keepPort('s3', (wanted) => listenOn(server, wanted));
  return {
    endpoint: loopbackUrl(port),
    external: false,
    failed: never,
    stop: async () => {
      await closeServer(server);
      await holdPort('s3');
      s3rver.logger.close();
      DUMMY_ACCOUNT.revokeAccessKey(accessKeyId);
    },
  };
};

const CORS = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>*</AllowedHeader>
  <ExposeHeader>ETag</ExposeHeader>
  <MaxAgeSeconds>3000</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`;

/**
 * Writes objects atomically, as S3 does: an aborted upload or a SIGKILL leaves no part. Deleting leaves folders alone,
 * because s3rver's cleaning could remove one into which another request is writing.
 */
const keepObjectsWhole = ({ store }: S3rver): void => {
  const put = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    const partial = `${path}.${randomUUID()}.partial`;
    try {
      const written = await put(partial, Buffer.isBuffer(content) ? Readable.from([content]) : content);
      await rename(partial, path);
      return written;
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  };
  const metadata = store.getMetadata.bind(store);
  store.getMetadata = (bucket, key) =>
    metadata(bucket, key).catch(async (error) => {
      // It was being written when the process died. The object itself is whole, and links state its type.
      if (!(error instanceof SyntaxError)) throw error;
      await rm(store.getResourcePath(bucket, key, 'metadata.json'), { force: true });
      return metadata(bucket, key);
    });
  store.deleteObject = async (bucket, key) => {
    const parts = ['object', 'object.md5', 'metadata.json'];
    await Promise.all(parts.map((part) => rm(store.getResourcePath(bucket, key, part), { force: true })));
  };
};

/**
 * Reads the bucket and its settings from the disk once. s3rver would read and parse them in each request, though
 * nothing changes them while it runs.
 */
const keepBucketInMemory = async ({ store }: S3rver, bucket: string): Promise<void> => {
  const find = store.getBucket.bind(store);
  const read = store.getSubresource.bind(store);
  const found = await find(bucket);
  const settings = new Map<string, unknown>();
  for (const kind of ['cors', 'website']) settings.set(kind, await read(bucket, undefined, kind));
  store.getBucket = async (name) => (name === bucket ? found : find(name));
  store.getSubresource = async (of, key, kind) =>
    of === bucket && key === undefined && settings.has(kind) ? settings.get(kind) : read(of, key, kind);
};

/**
 * Refuses unsigned requests: s3rver checks signatures, but lets requests without one pass, and nothing here is public.
 */
const refuseUnsigned =
  (next: RequestListener, secret: string): RequestListener =>
  (request, response) => {
    if (request.method === 'OPTIONS' || isSigned(request)) {
      acceptEncodedQuery(request, secret);
      acceptBucketRequest(request, secret);
      next(request, response);
      return;
    }
    request.resume();
    response.writeHead(403, { 'content-type': 'application/xml', 'access-control-allow-origin': '*' });
    response.end('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
  };

const isSigned = ({ headers, url }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /[?&]X-Amz-Signature=/.test(url ?? '');
