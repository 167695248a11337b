import { UnreadableError } from './bytes.ts';
import { type Finding, finding } from './findings.ts';
import type { RevocationData, Word } from './revocation-data.ts';
import { type Certificate, isIssuedBy, isOwnIssuer } from './x509-certificate.ts';

/** A chain of certificates, and the time for which it counts. */
export interface Use {
  chain: readonly Certificate[];
  at: Date;
  /** True if a time-stamp says the time, not only who sealed. */
  isProven: boolean;
  /** `optional`: the file need not hold data about it. `later`: not yet, as for the last time-stamp. */
  need: 'now' | 'optional' | 'later';
}

/** Clocks of other machines may differ by this much. In milliseconds. */
const SKEW = 5 * 60_000;

/**
 * Judges what the file's security store says about certificates (ETSI EN 319 102-1 section 5.2.5): signed by each one's
 * issuer or in its name, about this certificate, and holding at the time. `before` is the time of a stamp over all of
 * it: what is of a later time can't have been there. Says nothing of a file that has no such data.
 */
export const revocationFindings = async (
  data: readonly RevocationData[],
  isAllRead: boolean,
  uses: readonly Use[],
  before: Date | null,
): Promise<Finding[]> => {
  if (data.length === 0 && isAllRead) return [];
  const known = new Set<RevocationData>();
  const findings: Finding[] = [];
  for (const use of uses) findings.push(...(await judge(use, { data, before, known })));
  const hasOthers = !isAllRead || data.some((one) => !known.has(one));
  return [...findings, ...(hasOthers ? [finding('revocationOther')] : [])];
};

interface Store {
  data: readonly RevocationData[];
  before: Date | null;
  /** Data that is about a certificate of the file, by its issuer. */
  known: Set<RevocationData>;
}

const judge = async (use: Use, store: Store): Promise<Finding[]> => {
  const { chain, need, at } = use;
  const [leaf] = chain;
  if (!leaf || (chain.length === 1 && (await isOwnIssuer(leaf)))) return [];
  const time = at.toISOString();
  const later: Finding[] = [];
  let isWhole = await isOwnIssuer(chain.at(-1) as Certificate);
  for (const [index, certificate] of chain.slice(0, -1).entries()) {
    const { state, revokedAt } = await stateOf(certificate, chain[index + 1] as Certificate, use, store);
    const values = { name: certificate.subjectText, time: revokedAt?.toISOString() ?? time };
    if (state === 'revoked') return [finding('revoked', values)];
    if (revokedAt) later.push(finding('revokedLater', values));
    isWhole &&= state === 'good';
  }
  const name = leaf.subjectText;
  if (!isWhole) return need !== 'now' ? [] : [finding('revocationUnproven', { name, time })];
  return [...(need === 'later' ? [] : [finding('notRevoked', { name, time })]), ...later];
};

interface State {
  state: 'good' | 'revoked' | 'unknown';
  /** Of a later revocation, too. */
  revokedAt: Date | null;
}

const stateOf = async (
  certificate: Certificate,
  issuer: Certificate,
  use: Use,
  { data, before, known }: Store,
): Promise<State> => {
  let state: State['state'] = 'unknown';
  let revokedAt: Date | null = null;
  for (const one of data) {
    const word = await wordOf(one, certificate, issuer);
    if (!word) continue;
    known.add(one);
    if (!(await mayAnswer(word.responder, issuer, use, { data, before, known }))) continue;
    if (word.revokedAt && (!use.isProven || word.revokedAt <= use.at)) {
      return { state: 'revoked', revokedAt: word.revokedAt };
    }
    revokedAt ??= word.revokedAt;
    if (holdsAt(word, use.at, before)) state = 'good';
  }
  return { state, revokedAt };
};

const wordOf = async (data: RevocationData, certificate: Certificate, issuer: Certificate): Promise<Word | null> => {
  try {
    return await data.about(certificate, issuer);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
};

/** True for the issuer itself, and for a responder that isn't revoked. */
const mayAnswer = async (
  responder: Certificate | null,
  issuer: Certificate,
  use: Use,
  store: Store,
): Promise<boolean> => {
  if (!responder || responder.isUnchecked) return true;
  const own = { ...store, data: [] as RevocationData[] };
  // Nobody speaks for itself, and no other responder for it: then the lists of the issuer remain.
  for (const one of store.data) {
    const word = await wordOf(one, responder, issuer);
    if (word && !word.responder) own.data.push(one);
  }
  return (await isIssuedBy(responder, issuer)) && (await stateOf(responder, issuer, use, own)).state === 'good';
};

/**
 * True for a word that is of before the stamp over it, and ends after the time. Without an end it would count for ever.
 */
const holdsAt = ({ from, until }: Word, at: Date, before: Date | null): boolean =>
  until !== null && from <= until && until >= at && (before === null || from.getTime() <= before.getTime() + SKEW);
