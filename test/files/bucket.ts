import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { addChecksums } from '../../infra/local/engines/s3-checksums.ts';
import { setEnvironment } from '../../infra/local/environment.ts';

/** An embedded S3 on a free port, with one bucket; sets the environment in which `lib/aws/files` finds it. */
export const startBucket = async (directory: string): Promise<{ stop: () => Promise<void> }> => {
  // A bucket of s3rver is a folder.
  await mkdir(join(directory, 'countersign-test'));
  const engine = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [] });
  addChecksums(engine);
  const server = createServer(engine.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const restore = setEnvironment({
    BUCKET_NAME: 'countersign-test',
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: 'us-east-1',
    // The key pair that s3rver knows.
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        restore();
        server.close(() => resolve());
        server.closeAllConnections();
        engine.logger.close();
      }),
  };
};
