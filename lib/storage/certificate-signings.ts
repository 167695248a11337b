import { changeRecord, getItem, putRecord, removeRecord } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { certificateSigningKey, certificateTurnKey } from './engine/keys.ts';
import { anyOf, is } from './engine/where.ts';
import type { CertificateSigningItem, CertificateTurnItem } from './records/certificate-signing.ts';

/** The recipient's signing. One read. */
export const findCertificateSigning = (
  envelope_id: string,
  role_name: string,
): Promise<CertificateSigningItem | undefined> =>
  getItem<CertificateSigningItem>(certificateSigningKey(envelope_id, role_name));

/** Keeps a new signing, in the place of an earlier one. One write. */
export const putCertificateSigning = async (
  envelope_id: string,
  role_name: string,
  signing: Omit<CertificateSigningItem, keyof Key>,
): Promise<CertificateSigningItem> => {
  const item = { ...certificateSigningKey(envelope_id, role_name), ...signing };
  await putRecord<CertificateSigningItem>(item);
  return item;
};

/** Keeps what a signing has learned; undefined members are removed. Undefined if another has taken its place. */
export const changeCertificateSigning = (
  { pk, sk, id }: Pick<CertificateSigningItem, keyof Key | 'id'>,
  learned: Partial<Pick<CertificateSigningItem, 'token' | 'token_until' | 'credential' | 'prepared'>>,
): Promise<CertificateSigningItem | undefined> => {
  const members = Object.entries(learned);
  const set = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  const unset = members.flatMap(([name, value]) => (value === undefined ? [name] : []));
  return ifHeld(() => changeRecord<CertificateSigningItem>({ pk, sk }, { set, unset, where: { id } }));
};

/** Ends a signing. No error if there is none. */
export const removeCertificateSigning = async ({
  pk,
  sk,
  id,
}: Pick<CertificateSigningItem, keyof Key | 'id'>): Promise<void> => {
  await isMade(() => removeRecord({ pk, sk }, { id }));
};

/**
 * Takes the envelope's turn for a signing, or keeps it, if no other role has it at `at`. Returns undefined once it has
 * it, else the end of the other's turn. One write; one read more where another has it.
 */
export const takeCertificateTurn = async (
  envelope_id: string,
  turn: Omit<CertificateTurnItem, keyof Key> & { role_name: string },
  at: string,
): Promise<string | undefined> => {
  const key = certificateTurnKey(envelope_id);
  const own = [{ signing: turn.signing }, { role_name: turn.role_name }];
  const where = anyOf({ pk: is.missing }, ...own, { until: is.atMost(at) });
  if (await isMade(() => putRecord<CertificateTurnItem>({ ...key, ...turn }, where))) return undefined;
  return (await getItem<CertificateTurnItem>(key))?.until ?? at;
};

/** Ends the turn of this signing. No error if it has none. */
export const endCertificateTurn = async (envelope_id: string, signing: string): Promise<void> => {
  await isMade(() => removeRecord(certificateTurnKey(envelope_id), { signing }));
};
