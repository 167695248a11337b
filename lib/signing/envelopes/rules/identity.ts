import { isDeepStrictEqual } from 'node:util';
import { newId, newSecret } from '../../../base/ids.ts';
import type { RecipientItem } from '../../../storage/records/envelope.ts';
import { hasPassed, unverified } from '../../auth-methods/steps.ts';
import { isUnnamed } from '../../templates/naming.ts';

/**
 * Members of a recipient that identify the person, and how it is verified; no I/O. Verifications, agreements and values
 * belong to exactly these; links, codes and sessions lead to exactly this person. With another of them the recipient is
 * another person.
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
  'identity_provider',
  'identity_claim',
  'trust_service',
  'address',
  'city',
  'state',
  'zip',
  'dob',
  'ssn_last_4',
] as const satisfies readonly (keyof RecipientItem)[];
type Identity = (typeof IDENTITY)[number];

/** Members of the identity to which `changed` gives another value. */
export const identityChanges = (recipient: RecipientItem, changed: Partial<RecipientItem>): Identity[] =>
  IDENTITY.filter((name) => name in changed && !isDeepStrictEqual(recipient[name], changed[name]));

type Starting = Pick<RecipientItem, 'auth_methods' | 'round' | 'shared'>;

/** State of a recipient who starts again: nothing was seen, agreed to, verified or filled. */
export const startedAnew = ({ auth_methods, round, shared }: Starting) => ({
  // A group is nobody's any more.
  ...(shared ? { ...shared, held_in: undefined, held_since: undefined } : {}),
  claimed: false,
  agreed: false,
  disclosures: null,
  disclosures_accepted_at: null,
  decline_reason: null,
  delivery_error: null,
  opened_at: null,
  submitted_at: null,
  key_used_to_conclude: null,
  last_attempt_at: null,
  ip: null,
  user_agent: null,
  certificate_signature: undefined,
  ...unverified(auth_methods),
  round: round + 1,
  filled_bytes: 0,
});

/**
 * State of a recipient who becomes another person. Links, codes and sessions name the profile that they were made for:
 * with a new profile, those of the previous person stop working.
 */
export const asSomebodyElse = (recipient: Starting) => ({
  ...startedAnew(recipient),
  profile_id: newId(),
  in_app_key: newSecret(),
});

/**
 * Throws, as an internal fault, if a change keeps a verification although the identity changed: no such change of an
 * envelope is written. Five exceptions: a person who is put in where there was nobody, somebody else of a group, who
 * starts anew, a name that the recipient's own check found, which alone counts from then on, a name that the recipient
 * corrected (`isOwn`), under which nothing counts as verified, and digits that are deleted.
 */
export const demandVoided = (before: RecipientItem, after: RecipientItem, { isOwn = false } = {}): void => {
  const changes = identityChanges(before, after).filter((name) => name !== 'ssn_last_4' || after.ssn_last_4 !== null);
  if (changes.length === 0 || isVoided(before, after) || isUnnamed(before)) return;
  const isNamed =
    changes.every((name) => name === 'first_name' || name === 'last_name') &&
    (isOnlyChecked(before, after) || (isOwn && isUnverified(after)) || isOfGroup(before, after));
  if (!isNamed) throw new Error(`A change of ${changes.join(', ')} keeps what was verified before it`);
};

/** True if a group's envelope starts anew under another name: links stay the mailbox's, and nothing else counts. */
const isOfGroup = ({ shared, round }: RecipientItem, after: RecipientItem): boolean =>
  shared !== undefined && after.round > round && !after.agreed && isUnverified(after);

const isVoided = (before: RecipientItem, after: RecipientItem): boolean =>
  after.profile_id !== before.profile_id &&
  after.in_app_key !== before.in_app_key &&
  after.round > before.round &&
  !after.agreed &&
  isUnverified(after);

const isUnverified = ({ auth_method_states, authentication, proofs = [] }: RecipientItem): boolean =>
  authentication.length === 0 && proofs.length === 0 && areNone(auth_method_states);

const isOnlyChecked = (before: RecipientItem, { verifications = [], proofs = [] }: RecipientItem): boolean => {
  const [proof, ...others] = proofs;
  const { kba, ...states } = proof?.states ?? {};
  const isAlone = others.length === 0 && verifications.length === 1;
  return !hasPassed(before, 'kba') && kba === 'complete' && isAlone && areNone(states);
};

const areNone = (states: RecipientItem['auth_method_states']): boolean =>
  Object.values(states).every((state) => state === null);
