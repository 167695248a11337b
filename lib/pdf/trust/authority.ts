import { randomBytes } from 'node:crypto';
import { fromBER, Integer, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { HOUR, MINUTE, now, SECOND } from '../../base/clock.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import { networkSource } from './network.ts';
import { InvalidTokenError, readToken, type Token } from './token.ts';

/** Bytes that a file reserves for a token with its own chain. */
export const TOKEN_ROOM = 24_576;

const TIME_LIMIT = 10 * SECOND;
const LARGEST_ANSWER = 64 * 1024;

/** Time for which an authority that failed isn't asked again. */
const REST = MINUTE;

/** The furthest that an authority's clock may differ from ours. The nonce proves that a token is new. */
const MOST_DIFFERENCE = HOUR;

/** A time-stamp, with the evidence of its authority's chain. */
export interface Stamp extends Token {
  der: Uint8Array;
  evidence: Evidence;
}

/** No authority made a usable time-stamp; the message has the reasons of all. */
export class NoTimestampError extends Error {
  constructor(reasons: readonly string[] = []) {
    super(`no time-stamp authority answered: ${reasons.join('; ')}`);
    this.name = 'NoTimestampError';
  }
}

/** Ends of the rests of authorities, in milliseconds since 1970. */
const resting = new Map<string, { until: number; reason: string }>();

/** Lets every authority be asked again at once. For tests only. */
export const forgetRests = (): void => resting.clear();

/**
 * Asks the authorities (RFC 3161) in turn for a time-stamp of a SHA-256 digest, and returns the first that is valid and
 * whose certificate isn't revoked. The digest is all that an authority gets. Throws `NoTimestampError`: a time is never
 * made up. An authority that failed is left out for a minute, so that an outage doesn't delay every document.
 */
export const requestStamp = async (urls: readonly string[], digest: Uint8Array): Promise<Stamp> => {
  const reasons: string[] = [];
  for (const url of urls) {
    const rest = resting.get(url);
    if (rest && rest.until > now().getTime()) {
      reasons.push(`${url}: ${rest.reason}`);
      continue;
    }
    try {
      return await stampFrom(url, digest);
    } catch (error) {
      if (!(error instanceof UnreachableError || error instanceof InvalidTokenError)) throw error;
      resting.set(url, { until: now().getTime() + REST, reason: error.message });
      reasons.push(`${url}: ${error.message}`);
    }
  }
  throw new NoTimestampError(reasons);
};

const stampFrom = async (url: string, digest: Uint8Array): Promise<Stamp> => {
  const nonce = newNonce();
  const { status, bytes } = await guardedFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: requestFor(digest, nonce),
    timeoutMs: TIME_LIMIT,
    maxBytes: LARGEST_ANSWER,
    plainHttp: true,
  });
  if (status !== 200) throw new UnreachableError(`the server answered with status ${status}`);
  const der = tokenIn(bytes);
  if (der.length > TOKEN_ROOM) throw new InvalidTokenError(`the time-stamp has ${der.length} bytes`);
  const token = await readToken(der, digest);
  if (token.nonce !== toInteger(nonce)) throw new InvalidTokenError('the time-stamp answers another request');
  if (Math.abs(token.time.getTime() - now().getTime()) > MOST_DIFFERENCE) {
    throw new InvalidTokenError(`its clock says ${token.time.toISOString()}`);
  }
  const evidence = await collectEvidence(token.signer, token.certificates, networkSource, {
    at: now(),
    orLater: false,
  });
  if (evidence.status === 'revoked') throw new InvalidTokenError(evidence.reason ?? 'its certificate is revoked');
  return { ...token, der, evidence };
};

/** Eight bytes that are a positive number in DER. */
const newNonce = (): Uint8Array => {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
};

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const SHA256 = '2.16.840.1.101.3.4.2.1';

const requestFor = (digest: Uint8Array, nonce: Uint8Array): Uint8Array => {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER(false));
};

/** The token in an answer, byte for byte as the authority encoded it. Throws `InvalidTokenError` if it refused. */
const tokenIn = (answer: Uint8Array): Uint8Array => {
  const { result, offset } = fromBER(Uint8Array.from(answer).buffer);
  if (offset < 0 || !(result instanceof Sequence)) throw new InvalidTokenError('the answer is no time-stamp');
  const [status, token] = result.valueBlock.value;
  const code = status instanceof Sequence ? status.valueBlock.value[0] : undefined;
  // Granted, or granted with changes (RFC 3161 section 2.4.2).
  const granted = code instanceof Integer && code.valueBlock.valueDec <= 1;
  if (!granted || !token) throw new InvalidTokenError('the authority refused');
  return new Uint8Array(token.valueBeforeDecodeView);
};
