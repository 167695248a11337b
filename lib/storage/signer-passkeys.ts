import { normalEmail } from '../base/email-address.ts';
import { sha256 } from '../base/ids.ts';
import { changeRecord, collection, getItem, putRecord, removeRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { signerPasskeyKey } from './engine/keys.ts';
import type { SignerPasskeyItem } from './records/passkey.ts';

/** The owner of a mailbox at a relying party (the host of signing pages). */
interface MailboxOwner {
  email: string;
  rp_id: string;
}

/** Mailboxes and hosts stand in the table by hashes: no address can be read from them. */
const keyOf = ({ email, rp_id }: MailboxOwner, id: string): Key =>
  signerPasskeyKey(sha256(normalEmail(email)), sha256(rp_id), id);

/** Lists the owner's passkeys at the relying party. One query. */
export const signerPasskeysOf = (owner: MailboxOwner): Promise<SignerPasskeyItem[]> => {
  const { pk, sk } = keyOf(owner, '');
  return collection<SignerPasskeyItem>(pk, sk);
};

/** Finds one of the owner's passkeys by its id. One read. */
export const findSignerPasskey = (owner: MailboxOwner, id: string): Promise<SignerPasskeyItem | undefined> =>
  getItem<SignerPasskeyItem>(keyOf(owner, id));

/** Adds a passkey of the owner's. One write. */
export const addSignerPasskey = (
  owner: MailboxOwner,
  id: string,
  passkey: Omit<SignerPasskeyItem, keyof Key>,
): Promise<void> => putRecord<SignerPasskeyItem>({ ...keyOf(owner, id), ...passkey });

/** Records how often a passkey has signed, unless it has signed again meanwhile. One write. */
export const countSignerPasskey = async (
  { pk, sk, sign_count }: SignerPasskeyItem,
  set: Pick<SignerPasskeyItem, 'sign_count'>,
): Promise<void> => {
  await ifHeld(() => changeRecord<SignerPasskeyItem>({ pk, sk }, { set, where: { sign_count } }));
};

/** Removes a passkey if it is there. One write. */
export const removeSignerPasskey = async ({ pk, sk }: SignerPasskeyItem): Promise<void> => {
  await removeRecord({ pk, sk });
};
