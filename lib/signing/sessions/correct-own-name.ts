import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { unverified } from '../auth-methods/steps.ts';
import { recipientOf, signingRecipient } from '../envelopes/access.ts';
import { actorOf } from '../envelopes/actor.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import { identityDifference } from '../envelopes/identity-change.ts';
import type { Change } from '../envelopes/lifecycle.ts';
import { demandTurn } from '../envelopes/may-act.ts';
import { presentRecipient } from '../envelopes/present.ts';
import { askQuestion } from './ask-question.ts';

interface OwnName {
  first_name: string;
  last_name: string;
}

/**
 * Corrects the signer's own name. If the sender has locked it, sends the sender a question instead; the trail records either.
 * Throws `verified_already` if a knowledge-based check has found the name, and `too_many_requests` for questions.
 */
export const correctOwnName = async (
  caller: SignerCaller,
  path: { envelope_id: string; role_name: string },
  { first_name, last_name, question }: OwnName & { question: string | null },
  origin: Origin,
) => {
  if (caller.envelope_id !== path.envelope_id) fail('envelope_not_found');
  let isAsked = false;
  const state = await changeEnvelope(path.envelope_id, (current, at) => {
    const recipient = signingRecipient(current, caller, path.role_name);
    demandTurn(current.envelope, recipient, at);
    isAsked = recipient.name_locked;
    return renamed(current, recipient, { first_name, last_name }, actorOf(caller, origin));
  });
  const wanted = [first_name, last_name].filter(Boolean).join(' ');
  if (isAsked) await askQuestion(caller, path, question ?? `My name is wrong. It should be: ${wanted}`);
  return presentRecipient(recipientOf(state, path.role_name), { creator: false, role: path.role_name });
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
  if (recipient.auth_method_states.kba === 'complete') fail('verified_already', { field: 'first_name' });
  return {
    recipients: { [role_name]: { ...name, ...unverified(recipient.auth_methods) } },
    events: [{ event: 'recipient:updated_info', role_name, event_detail: 'name', actor, data: { name, changed } }],
  };
};

const NAME_REQUESTED = 'recipient:name_requested';
