import { fileKeys } from '../../../aws/files/file-keys.ts';
import { getFile, putFile } from '../../../aws/files/file-store.ts';
import { DAY, timestamp } from '../../../base/clock.ts';
import { renewSeal } from '../../../pdf/seal/renew-seal.ts';
import { FIRST_RETRY } from '../../../pdf/trust/level.ts';
import type { SealLevel } from '../../../pdf/trust/levels.ts';
import { addRenewedFile } from '../../../storage/envelopes/write.ts';
import type { DocumentItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { changeEnvelope } from '../acts/commit.ts';
import { findWholeEnvelope } from '../reading/read-envelope.ts';
import { SYSTEM } from '../rules/chain.ts';
import { type Change, later } from '../rules/lifecycle.ts';
import { currentFile, currentHash } from '../rules/recorded-file.ts';

/** Longest time between two tries: to raise a seal, and to renew one, which must not miss the end of a certificate. */
const LONGEST_PAUSE = 30 * DAY;
const LONGEST_RENEWAL_PAUSE = DAY;

/** Time at which the first of the documents' seals is due; null for none. */
export const nextRenewal = (documents: readonly Pick<DocumentItem, 'seal_renew_at'>[]): string | null =>
  documents.flatMap(({ seal_renew_at }) => seal_renew_at ?? []).sort()[0] ?? null;

/**
 * Renews the archive time-stamps of a sealed envelope's documents that are due, and raises seals to B-LTA that could
 * not reach it when they were made. Each new file begins with the one before it; that one stays where it is, for
 * whoever holds a link. Can be repeated, even twice at once: the first one counts. Returns the errors of documents that
 * can't be renewed as they are; they are tried again later.
 */
export const renewSeals = async (envelope_id: string): Promise<unknown[]> => {
  const state = await findWholeEnvelope(envelope_id);
  if (!state?.envelope.signed) return [];
  const at = timestamp();
  const due = state.documents.filter(({ seal_renew_at }) => seal_renew_at && seal_renew_at <= at);
  const tried: DocumentItem[] = [];
  const errors: unknown[] = [];
  for (const document of due) {
    try {
      tried.push(await tryRenewal(document));
    } catch (error) {
      errors.push(error);
      tried.push({ ...document, ...anotherTry(document, at) });
    }
  }
  await changeEnvelope(envelope_id, (now) => renewal(due, tried, now));
  return errors;
};

/** The pause before another try grows with each one that fails. */
const anotherTry = ({ seal_renew_failures = 0, seal_level }: DocumentItem, at: string) => {
  const longest = seal_level === 'B-LTA' ? LONGEST_RENEWAL_PAUSE : LONGEST_PAUSE;
  return {
    seal_renew_failures: seal_renew_failures + 1,
    seal_renew_at: later(at, Math.min(FIRST_RETRY * 2 ** seal_renew_failures, longest)),
  };
};

/** A document's record after a try. */
const tryRenewal = async (document: DocumentItem): Promise<DocumentItem> => {
  const { organization_id, envelope_id, id } = document;
  const current = currentFile(document);
  const before = await getFile(current.file, current);
  const { bytes, sha256: hash, level, reason, detail, renewAt } = await renewSeal(before, levelOf(document));
  const at = timestamp();
  // An owner may name an authority again.
  const isTriedAgain = reason !== null && (renewAt !== null || reason === 'no_authority');
  const next: DocumentItem = {
    ...document,
    seal_level: level,
    // The highest level stays reached while its renewal waits.
    seal_reason: level === 'B-LTA' ? null : reason,
    seal_detail: level === 'B-LTA' ? null : detail,
    updated_at: at,
    ...(isTriedAgain ? anotherTry(document, at) : { seal_renew_failures: 0, seal_renew_at: renewAt }),
  };
  if (hash === null) return next;
  const file = fileKeys.sealedDocument(organization_id, envelope_id, id, hash);
  await putFile(file, bytes, 'application/pdf', hash);
  await addRenewedFile(document, hash);
  return {
    ...next,
    sealed_file: file,
    size: bytes.length,
    sealed_size: document.sealed_size ?? document.size,
    renewals: [...(document.renewals ?? []), { sha256: hash, size: bytes.length, level, created_at: at }],
  };
};

const levelOf = ({ seal_level }: DocumentItem): SealLevel => (seal_level ?? 'B-B') as SealLevel;

/** The change after documents were tried; null if there is nothing to write, or another worker was first. */
const renewal = (
  due: readonly DocumentItem[],
  tried: readonly DocumentItem[],
  { envelope, documents }: EnvelopeState,
): Change | null => {
  const isAsBefore = due.every((one) => {
    const stored = documents.find(({ id }) => id === one.id);
    return stored && currentHash(stored) === currentHash(one) && stored.seal_renew_at === one.seal_renew_at;
  });
  const changed = isAsBefore ? tried : [];
  const after = documents.map((document) => changed.find(({ id }) => id === document.id) ?? document);
  const seal_renew_at = nextRenewal(after);
  if (changed.length === 0 && seal_renew_at === (envelope.seal_renew_at ?? null)) return null;
  const appended = changed.filter((one) => currentHash(one) !== currentHash(before(due, one)));
  const renewed = appended.map((one) => presentRenewal(one, before(due, one)));
  return {
    envelope: { seal_renew_at },
    documents: changed,
    events:
      appended.length === 0 ? [] : [{ event: 'envelope:seal_renewed', actor: SYSTEM, data: { documents: renewed } }],
  };
};

const before = (due: readonly DocumentItem[], { id }: DocumentItem): DocumentItem => {
  const found = due.find((one) => one.id === id);
  if (!found) throw new Error(`Document ${id} was not due`);
  return found;
};

/** Data of a renewal's event: the first `previous_size` bytes of the new file are the one before. */
const presentRenewal = (now: DocumentItem, earlier: DocumentItem) => ({
  id: now.id,
  sealed_sha256: now.sealed_sha256,
  previous_sha256: currentHash(earlier),
  previous_size: earlier.size,
  sha256: currentHash(now),
  size: now.size,
  seal_level: now.seal_level,
  created_at: now.renewals?.at(-1)?.created_at ?? null,
});
