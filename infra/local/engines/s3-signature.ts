import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const UNENCODED = /[!'()*]/g;
const encode = (text: string): string =>
  encodeURIComponent(text).replace(UNENCODED, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Accepts pre-signed links whose query has characters of `!'()*`. s3rver computes the signature with these unencoded,
 * while Signature Version 4 encodes them, so it would refuse every link such as `filename*=UTF-8''…` or `lease
 * (2).pdf`. This checks the signature as AWS does, and replaces a right one by s3rver's own.
 */
export const acceptEncodedQuery = (request: IncomingMessage, secret: string): void => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query = url.searchParams;
  const given = query.get('X-Amz-Signature');
  if (given === null || ![...query.values()].some((value) => /[!'()*]/.test(value))) return;
  query.delete('X-Amz-Signature');
  const sign = (encoder: (text: string) => string) => signature(request, url, secret, encoder);
  query.set('X-Amz-Signature', given === sign(encode) ? sign(encodeURIComponent) : given);
  request.url = `${url.pathname}${url.search}`;
};

/**
 * Accepts requests for the bucket itself. s3rver signs `/bucket`, while the SDK requests `/bucket/`, and leaves `!'()*`
 * in the query unencoded. As above: a signature that is right for AWS becomes right for s3rver.
 */
export const acceptBucketRequest = (request: IncomingMessage, secret: string): void => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, credential = '', signedHeaders = '', given = ''] = HEADER.exec(request.headers.authorization ?? '') ?? [];
  if (!given || !/^\/[^/]+\/$/.test(url.pathname)) return;
  const sign = (pathname: string, encoder: (text: string) => string) =>
    signed(
      secret,
      {
        credential,
        time: String(request.headers['x-amz-date']),
        payload: String(request.headers['x-amz-content-sha256']),
      },
      canonicalRequest(request, pathname, url.searchParams, signedHeaders, encoder),
    );
  if (given !== sign(url.pathname, encode)) return;
  const own = sign(url.pathname.slice(0, -1), encodeURIComponent);
  request.headers.authorization = request.headers.authorization?.replace(given, own);
};

const HEADER = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;

const signature = (request: IncomingMessage, url: URL, secret: string, encoder: (text: string) => string): string => {
  const query = url.searchParams;
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? '';
  const link = {
    credential: query.get('X-Amz-Credential') ?? '',
    time: query.get('X-Amz-Date') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
  };
  return signed(secret, link, canonicalRequest(request, url.pathname, query, signedHeaders, encoder));
};

/** The request as it is signed, without its payload's hash. */
const canonicalRequest = (
  { method, headers }: IncomingMessage,
  pathname: string,
  query: URLSearchParams,
  signedHeaders: string,
  encoder: (text: string) => string,
): string => {
  const names = signedHeaders.split(';');
  return [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map((pair) => pair.map(encoder).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
  ].join('\n');
};

interface Signing {
  credential: string;
  time: string;
  payload: string;
}

const signed = (secret: string, { credential, time, payload }: Signing, request: string): string => {
  const [, date = '', region = '', service = ''] = credential.split('/');
  const scope = [date, region, service, 'aws4_request'];
  const digest = createHash('sha256').update(`${request}\n${payload}`).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n');
  const key = scope.reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
};
