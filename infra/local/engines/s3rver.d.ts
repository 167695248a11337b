declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** The part of its file store that the platform changes. */
  interface Store {
    putContent(path: string, content: Buffer | NodeJS.ReadableStream): Promise<[size: number, md5: string]>;
    getMetadata(bucket: string, key: string): Promise<Record<string, unknown>>;
    deleteObject(bucket: string, key: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: string): string;
  }

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    configureBuckets(): Promise<void>;
    store: Store;
    logger: { close(): void };
    callback(): RequestListener;
    on(event: 'error', listener: (error: Error) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
    revokeAccessKey(accessKeyId: string): void;
  };
}
