import { keyFingerprint } from '../../aws/keys/fingerprint.ts';
import { sha256 } from '../../base/ids.ts';
import { type CheckedCms, checkCms } from '../../pdf/seal/check-cms.ts';
import { type Inspected, inspectLevel, isOnlyArchived, openProof } from '../../pdf/seal/inspect-level.ts';
import { findSignatures, type PdfSignature, readSignatures, stampsAfter } from '../../pdf/seal/read-signatures.ts';
import type { SealLevel } from '../../pdf/trust/levels.ts';
import { nameOf, subjectOf } from '../../pdf/trust/x509-certificate.ts';
import type { Verification } from './validation-schema.ts';

/** A signature with the results of its check. `archived`: only validation data and time-stamps follow it. */
type Checked = PdfSignature & CheckedCms & { namesOurKey: boolean; archived: boolean };

/**
 * Result for a file by one of its signatures. `altered`: it contains what was sealed here, and more. `misplaced`: a
 * seal in this platform's name doesn't cover it, so nothing shows that this file was ever sealed.
 */
export type SealState = 'intact' | 'altered' | 'misplaced' | 'foreign' | 'foreign-changed' | 'unsealed';

/** Priority among several signatures: ours before others, a valid one before an invalid one. */
const RANK: readonly SealState[] = ['intact', 'altered', 'misplaced', 'foreign', 'foreign-changed', 'unsealed'];

/** Facts about a file that it does not hold itself. */
export interface Facts {
  /** Fingerprints of the current seal key and of former ones. */
  sealKeys: readonly string[];
  /** The file was sealed here, byte for byte. */
  isKnown: boolean;
}

/** The signature that decides about a file. */
export interface CheckedSeal {
  state: SealState;
  /** Null: the file has none that can be checked. */
  seal: Verification['seal'];
  /** All that its form holds, the first made first. */
  signatures: Verification['signatures'];
}

/** Checks the signatures of a PDF, and returns the one that decides. */
export const checkSeal = async (bytes: Uint8Array, facts: Facts): Promise<CheckedSeal> => {
  const read = await readSignatures(bytes);
  const signatures = await checkedSignatures(bytes, read, facts);
  // The last one of equals: a sealed document may have been sealed again.
  const [signature] = signatures.toSorted(
    (a, b) => RANK.indexOf(stateOf(a)) - RANK.indexOf(stateOf(b)) || b.end - a.end,
  );
  const state = stateOf(signature);
  return {
    state,
    seal: signature ? presentSeal(signature, await inspected(bytes, signature, stampsAfter(signature, read))) : null,
    signatures: listed(bytes, signatures, read, await levelsOf(bytes, signatures, read, state)),
  };
};

const stateOf = (checked: Checked | undefined): SealState => {
  if (!checked) return 'unsealed';
  const { namesOurKey, byItsKey, valid, fits, asMadeHere, lowerCase } = checked;
  const whole = valid && fits && coversWholeFile(checked);
  if (!namesOurKey) return whole ? 'foreign' : 'foreign-changed';
  if (!byItsKey || !fits) return 'misplaced';
  return whole && asMadeHere && lowerCase ? 'intact' : 'altered';
};

const coversWholeFile = (checked: Checked): boolean =>
  (checked.coversWholeFile || (checked.archived && checked.contentsInPlace)) && checked.alone;

const checkedSignatures = async (
  bytes: Uint8Array,
  read: readonly PdfSignature[],
  { sealKeys, isKnown }: Facts,
): Promise<Checked[]> => {
  const shown = await checkAll(read, sealKeys);
  for (const one of shown) one.archived = isKnown || (await isArchived(bytes, one, stampsAfter(one, read)));
  if (shown.some(({ namesOurKey }) => namesOurKey)) return shown;
  // A signature that a later revision hides counts only if it proves the file's beginning, because any file may contain
  // another.
  const hidden = await checkAll(findSignatures(bytes), sealKeys);
  return [...shown, ...hidden.filter(({ namesOurKey, byItsKey, fits }) => namesOurKey && byItsKey && fits)];
};

const checkAll = async (signatures: readonly PdfSignature[], sealKeys: readonly string[]): Promise<Checked[]> => {
  const checked: Checked[] = [];
  for (const signature of signatures) {
    const cms = await checkCms(signature.contents, signature.covered);
    // Seals are recognised by the key, because certificates are replaced from time to time.
    if (cms) {
      const namesOurKey = sealKeys.includes(keyFingerprint(cms.certificate.publicKey));
      checked.push({ ...signature, ...cms, namesOurKey, archived: false });
    }
  }
  return checked;
};

/**
 * Levels by signature. Others' validation data is read only where it stands in a seal of ours that is intact: strangers
 * could make it slow.
 */
const levelsOf = async (
  bytes: Uint8Array,
  checked: readonly Checked[],
  read: readonly PdfSignature[],
  state: SealState,
): Promise<Map<Checked, SealLevel>> => {
  const levels = new Map<Checked, SealLevel>();
  const file = openProof(bytes);
  for (const one of checked) {
    const plain = one.timestamp ? 'B-T' : 'B-B';
    const isSound = state === 'intact' && one.valid && one.fits;
    const found = isSound ? await inspectLevel(bytes, one, stampsAfter(one, read), file).catch(() => null) : null;
    levels.set(one, found?.level ?? plain);
  }
  return levels;
};

/** Says of each signature: its maker, its time, its level, if it is intact, and what came after it. */
const listed = (
  bytes: Uint8Array,
  checked: readonly Checked[],
  read: readonly PdfSignature[],
  levels: ReadonlyMap<Checked, SealLevel>,
): Verification['signatures'] =>
  checked
    .filter(({ kind }) => kind === 'signature')
    .toSorted((a, b) => a.end - b.end)
    .map((one) => ({
      field: one.field,
      signer: nameOf(one.certificate),
      issuer: nameOf({ subject: one.certificate.issuer }),
      level: levels.get(one) ?? 'B-B',
      claimed_at: one.claimedAt,
      proven_at: one.timestamp?.time ?? null,
      intact: one.valid && one.fits && one.contentsInPlace && one.alone,
      ours: one.namesOurKey && one.byItsKey,
      covers_whole_file: one.coversWholeFile,
      later: read.filter(({ end }) => end > one.end && end <= bytes.length).map(({ field }) => field),
    }));

/** True for a seal of ours that others can't have continued with anything else. */
const isArchived = async (bytes: Uint8Array, checked: Checked, stamps: readonly PdfSignature[]): Promise<boolean> => {
  const { namesOurKey, valid, fits, end } = checked;
  if (!namesOurKey || !valid || !fits || end === bytes.length) return false;
  try {
    return await isOnlyArchived(bytes, checked, stamps);
  } catch {
    return false;
  }
};

/** Results that the file itself proves of a seal; null where its revocation data was not read. */
type Checks = Omit<Inspected, 'revocation'> & { revocation: Inspected['revocation'] | null };

/** The level of the seal. Others' validation data isn't read, because strangers could make it slow. */
const inspected = async (
  bytes: Uint8Array,
  { timestamp, ...checked }: Checked,
  stamps: readonly PdfSignature[],
): Promise<Checks> => {
  const plain = { level: timestamp ? ('B-T' as const) : ('B-B' as const), revocation: null, timestamps: [] };
  if (!checked.namesOurKey || !checked.byItsKey || !checked.fits) return plain;
  try {
    return await inspectLevel(bytes, checked, stamps);
  } catch {
    return plain;
  }
};

const presentSeal = (checked: Checked, { level, revocation, timestamps }: Checks): Verification['seal'] => {
  const { certificate, valid, fits, timestamp, claimedAt, reason } = checked;
  return {
    valid,
    fits,
    covers_whole_file: coversWholeFile(checked),
    level,
    revocation,
    claimed_at: claimedAt,
    reason,
    timestamp,
    archive_timestamps: timestamps.map(({ time, signer }) => ({
      time: time.toISOString(),
      authority: subjectOf(signer),
    })),
    certificate: {
      subject: certificate.subject.replaceAll('\n', ', '),
      issuer: certificate.issuer.replaceAll('\n', ', '),
      serial_number: certificate.serialNumber,
      valid_from: certificate.validFromDate.toISOString(),
      valid_to: certificate.validToDate.toISOString(),
      sha256: sha256(certificate.raw),
    },
  };
};
