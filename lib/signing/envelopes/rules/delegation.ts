import { sameEmail } from '../../../base/email-address.ts';
import { fail, invalid } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { withoutHidden } from '../../../base/look.ts';
import type { EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import { codesOf } from '../../auth-methods/codes.ts';
import { checkMethods } from '../../auth-methods/methods.ts';
import { concludedIn, type OfSession } from '../../auth-methods/steps.ts';
import { ONCE } from '../../templates/steps.ts';
import { LIMITS } from '../envelope-schema.ts';
import type { Actor } from './chain.ts';
import { asSomebodyElse } from './identity.ts';
import { identityDifference } from './identity-change.ts';
import type { Change } from './lifecycle.ts';
import { isUnwanted } from './message-bound.ts';
import { inAppKey } from './new-envelope.ts';
import { isTwiceInStep } from './steps.ts';

/** The person who is to act instead of the recipient. */
export interface Delegate {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  message: string | null;
}

/**
 * A recipient delegates to another person, who gets the role with its position and fields, and starts from the
 * beginning: values of the delegator don't count, and the new person must pass each verification at the new address.
 * The delegator stays in the envelope under another role name without any rights; links and sessions stay with the
 * person for whom they were made.
 */
export const delegate = (
  state: EnvelopeState,
  recipient: RecipientItem,
  session: OfSession,
  to: Delegate,
  actor: Actor,
  at: string,
): Change => {
  if (!recipient.delegator) fail('not_a_delegator');
  if (recipient.email && sameEmail(to.email, recipient.email)) invalid('email', 'must be somebody else’s');
  if (isUnwanted(state.envelope, to.email) || isUnwanted(state.envelope, to.phone)) fail('recipient_reported');
  if (isTwiceInStep(state.recipients, recipient, to)) invalid('email', ONCE);
  const acting = state.recipients.filter(({ delegated_to }) => delegated_to === null);
  // Every delegation adds one recipient: there are at most as many delegators as recipients.
  if (state.recipients.length - acting.length >= LIMITS.recipients)
    fail('envelope_full', { count: state.recipients.length });
  const { role_name } = recipient;
  const taken = new Set(state.recipients.map((one) => one.role_name));
  const delegated = delegatedName(to, taken);
  const successor: RecipientItem = {
    ...recipient,
    ...asSomebodyElse(recipient),
    ...to,
    id: newId(),
    status: 'invited',
    turn_since: null,
    delegator: false,
    named: undefined,
    shared: undefined,
    name_locked: false,
    phone_auth: recipient.auth_methods.includes('sms') ? to.phone : null,
    address: null,
    city: null,
    state: null,
    zip: null,
    dob: null,
    ssn_last_4: null,
    created_at: at,
    updated_at: at,
  };
  if (recipient.auth_methods.includes('sms') && !to.phone) invalid('phone', 'is required: codes are sent to it');
  checkMethods(successor, '', state.envelope);
  const delegator: RecipientItem = {
    ...(state.recipients.find(({ id }) => id === recipient.id) ?? recipient),
    ...concludedIn(recipient, session),
    role_name: delegated,
    status: 'canceled',
    delegated_to: `${to.first_name} ${to.last_name}`.trim(),
    ssn_last_4: null,
    updated_at: at,
  };
  return {
    whole: [successor, delegator],
    keys: [inAppKey(successor, at)],
    removed: codesOf(state, recipient),
    events: [
      {
        event: 'recipient:delegated',
        role_name,
        event_detail: delegated,
        actor,
        data: { email: to.email, changed: replaced(recipient, successor) },
      },
    ],
  };
};

/** Makes `delegated_to_…`, a valid role name that no other role has. */
const delegatedName = ({ first_name, last_name }: Delegate, taken: ReadonlySet<string>): string => {
  const name = withoutHidden(`delegated_to_${first_name}_${last_name}`)
    .replace(/[/?#%]/g, '-')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, 90)
    .replace(/\p{Cs}/gu, '')
    .trim();
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
};

const replaced = (before: RecipientItem, after: RecipientItem) =>
  identityDifference(before, {
    first_name: after.first_name,
    last_name: after.last_name,
    email: after.email,
    phone: after.phone,
  });
