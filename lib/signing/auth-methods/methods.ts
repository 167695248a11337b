import { invalid } from '../../base/errors.ts';
import { findRelyingParty } from '../../people/passkeys/relying-party.ts';
import type { AuthMethod, RecipientItem } from '../../storage/records/envelope.ts';

type Verified = Pick<RecipientItem, 'type' | 'auth_methods' | 'passcode' | 'phone_auth' | 'email'>;

const TWO_COMPONENTS =
  'must be passkey, or both email and passcode: signatures after 21 CFR Part 11 have two components (§ 11.200)';

/** True if a signature takes two components: the device and what verifies its person, or the mailbox and a passcode. */
const hasTwoComponents = (methods: readonly AuthMethod[]): boolean =>
  methods.includes('passkey') || (methods.includes('email') && methods.includes('passcode'));

/** The reason why no recipient can sign with a passkey here. */
export const NO_PASSKEYS =
  'passkey needs signing pages at a name that https protects, or at localhost; the address of this platform is not such';

/**
 * Throws `invalid` if a recipient lacks the data that one of the methods needs. `at` is the recipient's place in the
 * request. Codes by SMS are never sent to the number of the invitation unless the sender says so.
 */
export const checkMethods = (
  { type, auth_methods, passcode, phone_auth, email }: Verified,
  at: string,
  { part_11 = false }: { part_11?: boolean | undefined },
): void => {
  if (part_11 && type !== 'cc' && !hasTwoComponents(auth_methods)) invalid(`${at}auth_methods`, TWO_COMPONENTS);
  if (type === 'cc' && auth_methods.length > 0) invalid(`${at}auth_methods`, 'who only gets a copy is not verified');
  if (auth_methods.includes('passcode') && !passcode) invalid(`${at}passcode`, 'is required by the method passcode');
  if (auth_methods.includes('sms') && !phone_auth) invalid(`${at}phone_auth`, 'is required by the method sms');
  if (auth_methods.includes('email') && !email) invalid(`${at}email`, 'is required by the method email');
  if (auth_methods.includes('passkey')) {
    if (!email) invalid(`${at}email`, 'is required by the method passkey: the passkey belongs to this mailbox');
    if (!findRelyingParty()) invalid(`${at}auth_methods`, NO_PASSKEYS);
  }
  if (passcode && !auth_methods.includes('passcode')) {
    invalid(`${at}auth_methods`, 'must name passcode, or the passcode protects nothing');
  }
};
