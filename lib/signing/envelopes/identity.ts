import { newId, newSecret } from '../../base/ids.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import { unverified } from '../verification/steps.ts';

/**
 * Who a recipient is, and how that is verified, free of any I/O. What was verified, agreed to and filled holds for exactly
 * these; links, codes and sessions lead to exactly this person. Whoever has another of them is somebody else.
 */
export const IDENTITY = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'auth_methods',
  'name_locked',
  'passcode',
  'phone_auth',
  'address',
  'city',
  'state',
  'zip',
  'dob',
  'ssn_last_4',
] as const satisfies readonly (keyof RecipientItem)[];
type Identity = (typeof IDENTITY)[number];

/** Those of the identity's members that `changed` gives another value. */
export const identityChanges = (recipient: RecipientItem, changed: Partial<RecipientItem>): Identity[] =>
  IDENTITY.filter((name) => name in changed && !isSame(recipient[name], changed[name]));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a recipient is who begins once more: nothing was seen, agreed to, verified or filled. */
export const startedAnew = ({ auth_methods, round }: Pick<RecipientItem, 'auth_methods' | 'round'>) => ({
  claimed: false,
  agreed: false,
  disclosures: null,
  disclosures_accepted_at: null,
  decline_reason: null,
  opened_at: null,
  submitted_at: null,
  key_used_to_conclude: null,
  last_attempt_at: null,
  ip: null,
  user_agent: null,
  ...unverified(auth_methods),
  round: round + 1,
  filled_bytes: 0,
});

/**
 * What a recipient becomes who is somebody else from now on. Links, codes and sessions name the profile that they were made
 * for: with another profile, those of the one before lead nowhere.
 */
export const asSomebodyElse = (recipient: Pick<RecipientItem, 'auth_methods' | 'round'>) => ({
  ...startedAnew(recipient),
  profile_id: newId(),
  in_app_key: newSecret(),
});

/**
 * Throws, as a fault of our own, where a change leaves verified what is no longer the same identity: no change of an
 * envelope is written that does. Two exceptions: a name that the recipient's own check has found, under which alone
 * everything counts then, and digits that are forgotten.
 */
export const demandVoided = (before: RecipientItem, after: RecipientItem): void => {
  const changes = identityChanges(before, after).filter((name) => name !== 'ssn_last_4' || after.ssn_last_4 !== null);
  if (changes.length === 0 || isVoided(before, after)) return;
  const isNamed =
    changes.every((name) => name === 'first_name' || name === 'last_name') && isOnlyChecked(before, after);
  if (!isNamed) throw new Error(`A change of ${changes.join(', ')} leaves standing what was verified before it`);
};

const isVoided = (before: RecipientItem, after: RecipientItem): boolean =>
  after.profile_id !== before.profile_id &&
  after.in_app_key !== before.in_app_key &&
  after.round > before.round &&
  !after.agreed &&
  isUnverified(after);

const isUnverified = ({ auth_method_states, authentication }: RecipientItem): boolean =>
  authentication.length === 0 && Object.values(auth_method_states).every((state) => state === null);

const isOnlyChecked = (before: RecipientItem, after: RecipientItem): boolean =>
  before.auth_method_states.kba !== 'complete' &&
  after.auth_method_states.kba === 'complete' &&
  Object.entries(after.auth_method_states).every(([method, state]) => state === null || method === 'kba');
