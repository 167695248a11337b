import { type WebOrigin, writeOrigin } from '../base/web-origin.ts';
import { contentPolicy, type Directives } from './content-policy.ts';

/** An answer of a function that isn't JSON: the pipeline's respond step makes a response of it. */
export class Answer {
  readonly mime: string;
  readonly body: string | Uint8Array;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(mime: string, body: string | Uint8Array, status = 200, headers: Record<string, string> = {}) {
    this.mime = mime;
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** The answer to a caller who has this version of a record already (304): it has no body. */
export class NotModified {
  readonly knownVersion: number;

  constructor(knownVersion: number) {
    this.knownVersion = knownVersion;
  }
}

/** A record's version as an entity tag (RFC 9110 8.8.3). */
export const entityTag = (version: number): { ETag: string } => ({ ETag: `"${version}"` });

/** A plain text body, without JSON quotes. */
export const text = (body: string): Answer => new Answer('text/plain; charset=utf-8', body);

const NOTHING: Directives = { 'default-src': [], 'style-src': ["'unsafe-inline'"], 'img-src': ['data:'] };

/**
 * A web page. `policy` says what it may load and run; nothing by default. Pages of the origins `framedBy` may frame it.
 */
export const page = (html: string, policy: Directives = NOTHING, framedBy: readonly WebOrigin[] = []): Answer =>
  new Answer('text/html; charset=utf-8', html, 200, {
    'Content-Security-Policy': contentPolicy({
      ...policy,
      'base-uri': [],
      'frame-ancestors': framedBy.map(writeOrigin),
      'form-action': ["'self'"],
    }),
  });

/** 302 to `url`, with a JSON body (specification 4.3 answers `{}`). */
export const redirect = (url: string, body: unknown = {}): Answer =>
  new Answer('application/json', JSON.stringify(body), 302, { Location: url });

/** Largest answer in bytes: a Lambda function returns at most 6 MB, and binary counts as base64, a third more. */
export const LARGEST_ANSWER = 4_400_000;

/** Headers of an answer that never changes at its address. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };
