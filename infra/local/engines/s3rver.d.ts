declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, RequestListener } from 'node:http';

  /** The part of its file store that the platform changes. */
  interface Store {
    putContent(path: string, content: Buffer | NodeJS.ReadableStream): Promise<[size: number, md5: string]>;
    getMetadata(bucket: string, key: string): Promise<Record<string, unknown>>;
    deleteObject(bucket: string, key: string): Promise<void>;
    getBucket(bucket: string): Promise<unknown>;
    getSubresource(bucket: string, key: string | undefined, kind: string): Promise<unknown>;
    getResourcePath(bucket: string, key: string, resource: string): string;
    listObjects(bucket: string, options: ListOptions): Promise<Listing>;
  }

  interface ListOptions {
    prefix?: string;
    startAfter?: string;
    delimiter?: string;
    maxKeys?: number;
  }

  interface Listing {
    objects: unknown[];
    commonPrefixes: string[];
    isTruncated: boolean;
  }

  /** The part of Koa's context that the platform uses. */
  export interface Context {
    method: string;
    headers: IncomingHttpHeaders;
    /** The bucket and the key, where the request is for an object. */
    params?: { bucket?: string; key?: string };
    status: number;
    body: unknown;
    set(header: string, value: string): void;
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
    /** Koa's steps, the first one around all others. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    on(event: 'error', listener: (error: Error) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/object.js' {
  export default class S3Object {
    constructor(bucket: string, key: string, content: unknown, metadata: Record<string, unknown>);
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
    revokeAccessKey(accessKeyId: string): void;
  };
}
