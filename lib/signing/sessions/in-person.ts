import { orFail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { unboundSession } from '../../people/sessions/signing-device.ts';
import { stepsOf } from '../auth-methods/steps.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import {
  presentAccessKey,
  presentEnvelope,
  presentRecipient,
  viewerOf,
} from '../envelopes/answers/present-envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { decryptedFor } from '../envelopes/reading/secrets.ts';
import { demandOwner, recipientOf } from '../envelopes/rules/access.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { demandTurn } from '../envelopes/rules/may-act.ts';
import { IN_PERSON_LINK_LIFE, newAccessKey, signingLink } from './link.ts';
import { signerToken } from './session.ts';
import type { InPersonLink } from './signing-session-schema.ts';

/**
 * Creates a link for the device on which the recipient signs in the owner's presence, and the session that it would
 * open.
 */
export const createInPersonLink = async (
  caller: UserCaller,
  { envelope_id, role_name }: RecipientPath,
  origin: Origin,
): Promise<InPersonLink> => {
  let made: ReturnType<typeof newAccessKey> | undefined;
  const state = await changeEnvelope(envelope_id, (current, at) => {
    demandOwner(caller, current.envelope);
    const recipient = recipientOf(current, role_name);
    demandTurn(current.envelope, recipient, at);
    const actor = actorOf(caller, origin);
    made = newAccessKey(recipient, 'in_person_link', IN_PERSON_LINK_LIFE);
    return {
      keys: [made.item],
      events: [{ event: 'owner:get_in_person_link', role_name, event_detail: 'in_person_link', actor }],
    };
  });
  const { item, key } = orFail(made, 'internal');
  const shown = await decryptedFor(caller, state);
  const recipient = recipientOf(shown, role_name);
  const session_id = stepsOf(recipient.auth_methods).length === 0 && !recipient.shared ? null : unboundSession();
  const access_token = await signerToken({ state, recipient, key: item, session_id });
  return {
    link: signingLink(envelope_id, role_name, key),
    access_token,
    access_key: { ...presentAccessKey(item), key },
    envelope: presentEnvelope(shown, viewerOf(caller, state.envelope)),
    recipient: presentRecipient(recipient, viewerOf(caller, state.envelope)),
  };
};
