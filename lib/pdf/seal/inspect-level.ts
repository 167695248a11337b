import { keptOr } from '../../base/kept.ts';
import { collectEvidence, type ValidationData } from '../trust/evidence.ts';
import type { SealLevel } from '../trust/levels.ts';
import { decodeDer } from '../trust/signed-data.ts';
import type { Token } from '../trust/token.ts';
import { type Cert, readCert } from '../trust/x509-certificate.ts';
import { appendToken } from './document-timestamp.ts';
import { openSealed } from './open-sealed.ts';
import { documentToken, readSeal, type SealParts } from './read-seal.ts';
import type { PdfSignature } from './read-signatures.ts';
import { appendStore, readRelated, readStore, storeSource } from './security-store.ts';

/** Results for the revocation data that a file holds about the chains of its seal. `none`: it holds none. */
export const REVOCATION_STATES = ['good', 'revoked', 'unproven', 'none'] as const;

/** The result, and a clause that says why it isn't good. */
export interface Revocation {
  state: (typeof REVOCATION_STATES)[number];
  detail: string | null;
}

/** The level that a file's seal has, and the times that authorities state about the whole file. */
export interface Inspected {
  level: SealLevel;
  revocation: Revocation;
  timestamps: Token[];
}

/** All that a file holds for the proof of its signatures: read once, however many there are. */
export interface FileProof {
  /** The validation data in the revisions that end here. */
  storeAt: (end: number) => Promise<ValidationData | null>;
  /** The token of a document time-stamp; null unless it is valid. */
  tokenOf: (stamp: PdfSignature) => Promise<Token | null>;
}

/** Opens the proof in a file. */
export const openProof = (bytes: Uint8Array): FileProof => {
  const stores = new Map<number, Promise<ValidationData | null>>();
  const tokens = new Map<number, Promise<Token | null>>();
  return {
    storeAt: (end) => keptOr(stores, end, async () => readStore(await openSealed(bytes.subarray(0, end)))),
    tokenOf: (stamp) => keptOr(tokens, stamp.end, () => documentToken(stamp)),
  };
};

/**
 * Finds the level of a signature from nothing but its file, with the times that it proves. Issuers are checked up to a
 * root, whose trust the reader decides on. `stamps` are the file's document time-stamps.
 */
export const inspectLevel = async (
  bytes: Uint8Array,
  seal: PdfSignature,
  stamps: readonly PdfSignature[],
  file = openProof(bytes),
): Promise<Inspected> => {
  const parts = await readSeal(seal.contents);
  const valid: { end: number; token: Token }[] = [];
  for (const stamp of stamps) {
    const token = stamp.end > seal.end ? await file.tokenOf(stamp) : null;
    if (token) valid.push({ end: stamp.end, token });
  }
  const timestamps = valid.map(({ token }) => token);
  const proof = parts.token ?? timestamps[0];
  if (!proof) return { level: 'B-B', revocation: NO_REVOCATION, timestamps };
  const last = valid.at(-1);
  // Data behind the last time-stamp is as new as the file: nothing proves its time.
  const stamped = last && (await revocationIn(await file.storeAt(last.end), parts, proof));
  if (stamped?.state === 'good') return { level: 'B-LTA', revocation: stamped, timestamps };
  const revocation =
    stamped && last.end === bytes.length ? stamped : await revocationIn(await file.storeAt(bytes.length), parts, proof);
  return { level: revocation.state === 'good' ? 'B-LT' : 'B-T', revocation, timestamps };
};

const NO_REVOCATION: Revocation = { state: 'none', detail: null };

/** Checks a file's validation data for the signature's chain and that of the time's authority. */
const revocationIn = async (store: ValidationData | null, parts: SealParts, proof: Token): Promise<Revocation> => {
  if (!store || store.ocsps.length + store.crls.length === 0) return NO_REVOCATION;
  const pool = store.certificates.flatMap(readable);
  const prove = (cert: Cert, more: readonly Cert[]) =>
    collectEvidence(cert, [...more, ...pool], storeSource(store), { at: proof.time, orLater: true });
  const chains = [await prove(parts.signer, parts.certificates), await prove(proof.signer, proof.certificates)];
  const short = chains.find(({ status }) => status === 'revoked') ?? chains.find(({ status }) => status !== 'whole');
  if (!short) return { state: 'good', detail: null };
  return { state: short.status === 'revoked' ? 'revoked' : 'unproven', detail: short.reason };
};

const readable = (der: Uint8Array): Cert[] => {
  try {
    return [readCert(der)];
  } catch {
    return [];
  }
};

/**
 * True if nothing follows the seal but validation data and document time-stamps, byte for byte as this platform appends
 * them: they are made again from their parts. So no later revision can change what pages show.
 */
export const isOnlyArchived = async (
  bytes: Uint8Array,
  seal: PdfSignature,
  stamps: readonly PdfSignature[],
): Promise<boolean> => {
  let known = bytes.subarray(0, seal.end);
  const about = [seal.contents];
  for (const stamp of stamps) {
    const whole = bytes.subarray(0, stamp.end);
    const stored = await withStore(known, whole, about);
    // The part that it covers may be made anew from itself; the authority's word says that it is unchanged.
    if (!(await documentToken(stamp))) return false;
    const { length } = decodeDer(stamp.contents);
    const der = stamp.contents.subarray(0, length);
    const made = await appendToken(stored, async () => ({ der }));
    if (!isSame(made.bytes, whole)) return false;
    known = whole;
    about.push(stamp.contents);
  }
  return known.length === bytes.length || isSame(await withStore(known, bytes, about), bytes);
};

/** `known` with the validation data that `whole` has more, which is about one of these signatures. */
const withStore = async (known: Uint8Array, whole: Uint8Array, about: readonly Uint8Array[]): Promise<Uint8Array> => {
  const [before, after] = [await openSealed(known), await openSealed(whole)];
  for (const contents of about) {
    const added: ValidationData | null = readRelated(before, contents) ? null : readRelated(after, contents);
    if (added) return appendStore(known, added, contents);
  }
  return known;
};

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
