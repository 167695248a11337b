import { isDeepStrictEqual } from 'node:util';
import { fail, invalid } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { hasPassed, unverified } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { giveBack, type OwnName, takeForGroup } from '../envelopes/rules/group.ts';
import { identityDifference } from '../envelopes/rules/identity-change.ts';
import type { Change } from '../envelopes/rules/lifecycle.ts';
import { demandTurn } from '../envelopes/rules/may-act.ts';
import { actAsRecipient } from './act-as-recipient.ts';
import { askQuestion } from './ask-question.ts';

/** The acts of somebody in a group with a shared mailbox. */
interface ForGroup {
  take_over?: boolean | null | undefined;
  give_back?: boolean | null | undefined;
}

/** In a group, whoever says the own name has the envelope from then on, until it is given back. */
const ofGroup = (
  recipient: RecipientItem,
  name: OwnName,
  { take_over, give_back }: ForGroup,
  caller: SignerCaller,
  actor: Change['events'][number]['actor'],
  at: string,
): Change | null => {
  if (give_back) return giveBack(recipient, caller, actor);
  if (!name.first_name) invalid('first_name', 'is required');
  return takeForGroup(recipient, name, caller, { takesOver: take_over === true, actor, at });
};

/**
 * Corrects the signer's own name. If the sender has locked it, sends the sender a question instead; the trail records
 * either. In a group it takes the envelope, or gives it back. Throws `verified_already` if a knowledge-based check has
 * found the name, `held_by_other` in a group, and `too_many_requests` for questions.
 */
export const correctOwnName = async (
  caller: SignerCaller,
  path: RecipientPath,
  { first_name, last_name, question, ...group }: OwnName & { question: string | null } & ForGroup,
  origin: Origin,
) => {
  let isAsked = false;
  const corrected = await actAsRecipient(caller, path, (state, recipient, at) => {
    demandTurn(state.envelope, recipient, at);
    if (recipient.shared)
      return ofGroup(recipient, { first_name, last_name }, group, caller, actorOf(caller, origin), at);
    if (!first_name) invalid('first_name', 'is required');
    isAsked = recipient.name_locked;
    return renamed(state, recipient, { first_name, last_name }, actorOf(caller, origin));
  });
  const wanted = [first_name, last_name].filter(Boolean).join(' ');
  if (isAsked) await askQuestion(caller, path, question ?? `My name is wrong. It should be: ${wanted}`);
  return corrected;
};

/**
 * The change for another name: verifications under the earlier name must be passed again, as after a check that finds
 * another name (`kbaPassed`). A locked name stays; the request for another one is recorded once.
 */
const renamed = (
  { events }: Pick<EnvelopeState, 'events'>,
  recipient: RecipientItem,
  name: OwnName,
  actor: Change['events'][number]['actor'],
): Change | null => {
  const { role_name, first_name, last_name } = recipient;
  if (name.first_name === first_name && name.last_name === last_name) return null;
  const changed = identityDifference(recipient, name);
  if (recipient.name_locked) {
    const last = events.findLast((one) => one.event === NAME_REQUESTED && one.role_name === role_name);
    if (isDeepStrictEqual(last?.data.name, name)) return null;
    return { events: [{ event: NAME_REQUESTED, role_name, event_detail: 'name', actor, data: { name } }] };
  }
  if (hasPassed(recipient, 'kba')) fail('verified_already', { field: 'first_name' });
  return {
    recipients: { [role_name]: { ...name, ...unverified(recipient.auth_methods) } },
    events: [{ event: 'recipient:updated_info', role_name, event_detail: 'name', actor, data: { name, changed } }],
  };
};

const NAME_REQUESTED = 'recipient:name_requested';
