import { epochSeconds } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { signingRelyingParties } from '../../people/brands/relying-parties.ts';
import { passkeyIdOf } from '../../people/passkeys/ids.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import type { SignerPasskeyItem } from '../../storage/records/passkey.ts';
import { removeSignerPasskey, signerPasskeysOf } from '../../storage/signer-passkeys.ts';
import { proofsOf } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../envelopes/rules/access.ts';
import type { MailboxPasskey } from './mailbox-passkey-schema.ts';

/**
 * Lists the passkeys with which the caller's mailbox signs where this envelope is signed, on pages of the platform or
 * of the brand, the newest first. Throws `envelope_not_found`, `recipient_not_found` and `mailbox_unverified`. Two
 * queries, four where the brand has a domain.
 */
export const listMailboxPasskeys = async (caller: SignerCaller, path: RecipientPath): Promise<MailboxPasskey[]> =>
  (await passkeysOfCaller(caller, path))
    .map(presentMailboxPasskey)
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));

/**
 * Removes a passkey of the caller's mailbox: it signs nothing more, and what it has signed stays as it is. Throws
 * `not_found`, and what the list throws. One write after the list's queries.
 */
export const removeMailboxPasskey = async (
  caller: SignerCaller,
  { passkey_id, ...path }: RecipientPath & { passkey_id: string },
): Promise<void> => {
  const found = (await passkeysOfCaller(caller, path)).find((one) => presentMailboxPasskey(one).id === passkey_id);
  await removeSignerPasskey(found ?? fail('not_found'));
};

/**
 * Throws `mailbox_unverified` unless this session showed that its person reads the recipient's mailbox: it was opened
 * by a link that was mailed there and nowhere else, or has passed a code that was. Links in apps and in person are the
 * sender's too, and those by SMS say nothing of a mailbox.
 */
export const demandMailbox = (recipient: RecipientItem, caller: SignerCaller): void => {
  const isMailed = caller.key_type === 'email' || proofsOf(recipient, caller).states.email === 'complete';
  if (!recipient.email || !isMailed) fail('mailbox_unverified');
};

/** The table may still hold passkeys that have expired. */
export const isAlive = ({ ttl }: SignerPasskeyItem): boolean => ttl > epochSeconds();

const passkeysOfCaller = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
): Promise<SignerPasskeyItem[]> => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await readWholeEnvelope(envelope_id);
  const recipient = signingRecipient(state, caller, role_name);
  demandMailbox(recipient, caller);
  const parties = await signingRelyingParties(state.envelope.brand);
  const lists = await Promise.all(parties.map(({ id }) => signerPasskeysOf({ email: recipient.email, rp_id: id })));
  return lists.flat().filter(isAlive);
};

const presentMailboxPasskey = ({ credential_id, backed_up, created_at }: SignerPasskeyItem): MailboxPasskey => ({
  id: passkeyIdOf(credential_id),
  synced: backed_up,
  created_at,
});
