import { afterEach, expect, test } from 'vitest';
import { setEnvironment } from '../infra/local/environment.ts';
import { config } from '../lib/base/config.ts';

let undo = () => {};
afterEach(() => undo());

test.each([
  [{ AWS_ENDPOINT_URL: undefined, AWS_ENDPOINT_URL_S3: undefined }, false],
  [{ AWS_ENDPOINT_URL: undefined, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }, true],
  [{ AWS_ENDPOINT_URL: 'http://localhost.localstack.cloud:4566', AWS_ENDPOINT_URL_S3: undefined }, true],
])('a bucket is addressed by its path if another server than AWS serves S3: %o', (endpoints, byPath) => {
  undo = setEnvironment(endpoints);
  expect(config.bucketByPath()).toBe(byPath);
});
