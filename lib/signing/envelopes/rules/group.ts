import { fail } from '../../../base/errors.ts';
import type { Party, RecipientItem } from '../../../storage/records/envelope.ts';
import type { OfSession } from '../../auth-methods/steps.ts';
import type { Actor, NewEvent } from './chain.ts';
import { fullName } from './full-name.ts';
import { startedAnew } from './identity.ts';
import type { Change } from './lifecycle.ts';

/**
 * Groups with a shared mailbox, without I/O: whoever comes first says the own name, and has the envelope until that
 * person signs, gives it back, or another one of the group takes it over. The session that has it alone may act.
 */

/** The name of whoever has it. */
export interface OwnName {
  first_name: string;
  last_name: string;
}

/** True if nobody of a group has to say who is there first: this session has it, or the recipient is one person. */
export const holdsIt = ({ shared, held_in }: Pick<Party, 'shared' | 'held_in'>, { session_id }: OfSession): boolean =>
  !shared || (held_in ?? null) === session_id;

/** Throws `not_held`, or `held_by_other`, unless this session may act for the group. */
const demandHeld = (recipient: Pick<Party, 'shared' | 'held_in'>, of: OfSession): void => {
  if (!holdsIt(recipient, of)) fail(recipient.held_in ? 'held_by_other' : 'not_held');
};

/**
 * The session takes the envelope for its group: it starts anew under the person's own name. Taken twice in the same
 * name, nothing changes. Throws `held_by_other` where another session has it, unless the person takes it over.
 */
export const takeForGroup = (
  recipient: RecipientItem,
  name: OwnName,
  { session_id }: OfSession,
  { takesOver, actor, at }: { takesOver: boolean; actor: Actor; at: string },
): Change | null => {
  const { role_name, held_in, opened_at, claimed, ip, user_agent } = recipient;
  if (session_id === null) return fail('not_held');
  const isOwn = held_in === session_id;
  if (held_in && !isOwn && !takesOver) return fail('held_by_other');
  if (isOwn && name.first_name === recipient.first_name && name.last_name === recipient.last_name) return null;
  const from = held_in ? { from: fullName(recipient) } : {};
  return {
    recipients: {
      [role_name]: {
        ...startedAnew(recipient),
        ...{ opened_at, claimed, ip, user_agent },
        ...name,
        held_in: session_id,
        held_since: at,
      },
    },
    decidedOn: [role_name],
    events: [{ event: 'recipient:taken', role_name, actor, data: { name: fullName(name), ...from } }],
  };
};

/** Gives the envelope back to the group. Nothing changes if nobody has it. */
export const giveBack = (recipient: RecipientItem, of: OfSession, actor: Actor): Change | null => {
  if (!recipient.held_in) return null;
  demandHeld(recipient, of);
  const { role_name, opened_at, claimed, ip, user_agent } = recipient;
  const given: NewEvent = { event: 'recipient:given_back', role_name, actor, data: { from: fullName(recipient) } };
  return {
    recipients: { [role_name]: { ...startedAnew(recipient), ...{ opened_at, claimed, ip, user_agent } } },
    decidedOn: [role_name],
    events: [given],
  };
};
