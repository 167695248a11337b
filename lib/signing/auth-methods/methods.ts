import { invalid } from '../../base/errors.ts';
import { findRelyingParty } from '../../people/passkeys/relying-party.ts';
import type { AuthMethod, RecipientItem } from '../../storage/records/envelope.ts';

type Verified = Pick<
  RecipientItem,
  | 'type'
  | 'auth_methods'
  | 'passcode'
  | 'phone_auth'
  | 'email'
  | 'identity_provider'
  | 'identity_claim'
  | 'trust_service'
>;

/**
 * Rules of the envelope, and the providers and trust services that its organization has for recipients; those aren't
 * checked without.
 */
interface Rules {
  part_11?: boolean | undefined;
  providers?: ReadonlySet<string> | undefined;
  services?: Ids | undefined;
}

/** Ids, of which one is known or not. */
export type Ids = Pick<ReadonlySet<string>, 'has'>;

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
  { type, auth_methods, passcode, phone_auth, email, trust_service, ...at_provider }: Verified,
  at: string,
  { part_11 = false, providers, services }: Rules,
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
  checkProvider({ auth_methods, email, ...at_provider }, at, providers);
  checkService({ auth_methods, trust_service }, at, services);
};

const checkService = (
  { auth_methods, trust_service: id }: Pick<Verified, 'auth_methods' | 'trust_service'>,
  at: string,
  services: Ids | undefined,
): void => {
  if (!auth_methods.includes('csc')) {
    if (id) invalid(`${at}auth_methods`, 'must name csc, or nobody signs at the trust service');
    return;
  }
  if (auth_methods.includes('passkey')) invalid(`${at}auth_methods`, 'either passkey or csc signs, not both');
  const named = id ?? invalid(`${at}trust_service`, 'is required by the method csc');
  if (services && !services.has(named))
    invalid(`${at}trust_service`, 'must be one of the trust services that your organization lists');
};

const checkProvider = (
  {
    auth_methods,
    email,
    identity_provider: id,
    identity_claim,
  }: Omit<Verified, 'type' | 'passcode' | 'phone_auth' | 'trust_service'>,
  at: string,
  providers: ReadonlySet<string> | undefined,
): void => {
  if (!auth_methods.includes('oidc')) {
    if (id) invalid(`${at}auth_methods`, 'must name oidc, or the identity provider verifies nobody');
    return;
  }
  const named = id ?? invalid(`${at}identity_provider`, 'is required by the method oidc');
  if (providers && !providers.has(named))
    invalid(`${at}identity_provider`, 'must be one that your organization has registered for recipients');
  if (!email && !identity_claim)
    invalid(`${at}identity_claim`, 'is required by the method oidc for a recipient without an e-mail address');
};
