import { ContentInfo, SignedData } from 'pkijs';
import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { HOUR, MINUTE, now, SECOND } from '../../base/clock.ts';
import type { Candidate, TrustSource } from './evidence.ts';
import { ocspRequest } from './revocation.ts';
import { certificatesIn } from './signed-data.ts';
import { crlAddresses, issuerAddresses, ocspAddresses, readCert } from './x509-certificate.ts';

/** Limits of one answer. A list of revoked certificates becomes a part of every sealed file. */
const TIME_LIMIT = 5 * SECOND;
const LARGEST_OCSP = 64 * 1024;
const LARGEST_CRL = 1024 * 1024;
const LARGEST_CERTIFICATES = 256 * 1024;

/** Time for which an answer is used again, and for which an address without a usable answer isn't asked again. */
const KEEP = HOUR;
const REST = 5 * MINUTE;

/** Answers that a process keeps, and their bytes. */
const MOST_KEPT = 100;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

interface Kept {
  until: number;
  answer: Uint8Array | UnreachableError;
}

const kept = new Map<string, Kept>();

/** Empties the memory of answers. For tests only. */
export const forgetAnswers = (): void => kept.clear();

/** An answer, and if it was fetched before. */
interface Answer {
  bytes: Uint8Array;
  isKept: boolean;
}

type Memory = 'used' | 'renewed';

/** Returns what was fetched under this name within the last hour, or fetches it; always where it is to be renewed. */
const remembered = async (name: string, fetch: () => Promise<Uint8Array>, memory: Memory = 'used'): Promise<Answer> => {
  const at = now().getTime();
  const known = kept.get(name);
  const isAsked = memory === 'renewed' && !(known?.answer instanceof UnreachableError);
  const isKept = known !== undefined && known.until > at && !isAsked;
  const { until, answer } = isKept ? known : await fetched(at, fetch);
  kept.delete(name);
  kept.set(name, { until, answer });
  makeRoom();
  if (answer instanceof UnreachableError) throw answer;
  return { bytes: answer, isKept };
};

/** Forgets the answers that were used longest ago. */
const makeRoom = (): void => {
  let bytes = 0;
  let count = 0;
  for (const [name, { answer }] of [...kept].reverse()) {
    bytes += answer instanceof UnreachableError ? 0 : answer.length;
    count += 1;
    if (count > MOST_KEPT || bytes > MOST_KEPT_BYTES) kept.delete(name);
  }
};

const fetched = async (at: number, fetch: () => Promise<Uint8Array>): Promise<Kept> => {
  try {
    return { until: at + KEEP, answer: await fetch() };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { until: at + REST, answer: error };
  }
};

const get = (url: string, maxBytes: number, memory?: Memory): Promise<Answer> =>
  remembered(url, () => answerOf(url, { timeoutMs: TIME_LIMIT, maxBytes, follow: true }), memory);

const post = (name: string, url: string, request: Uint8Array, memory?: Memory): Promise<Answer> =>
  remembered(
    name,
    () =>
      answerOf(url, {
        method: 'POST',
        headers: { 'content-type': 'application/ocsp-request' },
        body: request,
        timeoutMs: TIME_LIMIT,
        maxBytes: LARGEST_OCSP,
      }),
    memory,
  );

const answerOf = async (url: string, options: Parameters<typeof guardedFetch>[1]): Promise<Uint8Array> => {
  const where = URL.parse(url)?.host ?? url;
  try {
    const { status, bytes } = await guardedFetch(url, { ...options, plainHttp: true });
    if (status !== 200) throw new UnreachableError(`the server answered with status ${status}`);
    return bytes;
  } catch (error) {
    throw error instanceof UnreachableError ? new UnreachableError(`${where}: ${error.reason}`) : error;
  }
};

const sourceWith = (memory: Memory): TrustSource => ({
  issuers: async (cert) => {
    const [url] = issuerAddresses(cert);
    return url ? certificatesFrom((await get(url, LARGEST_CERTIFICATES)).bytes) : [];
  },
  revocation: (cert, issuer) => [
    ...ocspAddresses(cert).map((url) => async () => {
      const name = `${url} ${cert.id}`;
      return candidate('ocsp', name, await post(name, url, await ocspRequest(cert, issuer), memory));
    }),
    ...crlAddresses(cert).map((url) => async () => candidate('crl', url, await get(url, LARGEST_CRL, memory))),
  ],
});

/**
 * Certificates and revocation data from the addresses in certificates: OCSP first, then CRLs. Strangers may have made
 * these certificates, so addresses, times and sizes are limited. A process keeps answers for an hour.
 */
export const networkSource: TrustSource = sourceWith('used');

/** As `networkSource`, but revocation data are asked for again: a certificate may have been revoked a moment ago. */
export const presentSource: TrustSource = sourceWith('renewed');

const candidate = (kind: Candidate['kind'], name: string, { bytes, isKept }: Answer): Candidate => ({
  kind,
  der: bytes,
  isKept,
  discard: () => kept.delete(name),
});

/** One certificate in DER or PEM, or several in a CMS structure (RFC 5280 section 4.2.2.1). */
const certificatesFrom = (answer: Uint8Array): Uint8Array[] => {
  const text = Buffer.from(answer).toString('latin1');
  const [, base64] = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(text) ?? [];
  const der = base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : answer;
  const readings = [
    () => [readCert(der).der],
    () => certificatesIn(new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(der).buffer).content })),
  ];
  for (const read of readings) {
    try {
      return read().filter((one) => readCert(one));
    } catch {
      // The other form, then.
    }
  }
  throw new UnreachableError('the answer is no certificate');
};
