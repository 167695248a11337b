import type { Origin } from '../../people/access/origin.ts';
import { countAttempt } from '../../people/attempts/attempts.ts';
import type { EnvelopeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import { SYSTEM } from '../envelopes/rules/chain.ts';
import { type Change, invitedBy, mayOpen } from '../envelopes/rules/lifecycle.ts';
import { isUnwantedBy } from '../envelopes/rules/message-bound.ts';
import { findLink } from './session.ts';

/** The most links that one recipient's keys can request within an hour. */
export const FRESH_LINKS_PER_HOUR = 5;

/**
 * Sends a new link to the recipient's stored address (specification 4.11). The key may have expired, but must exist.
 * Everybody whom a link lets in gets one, however long ago they were done: to the sealed documents, or to what became
 * of the envelope. The answer is the same if none is sent, so that it reveals nothing.
 */
export const requestFreshLink = async (
  path: { envelope_id: string; role_name: string; key: string },
  origin: Origin,
): Promise<void> => {
  const { state, recipient, key } = await findLink(path.envelope_id, path.role_name, path.key);
  await countAttempt('fresh-link', `${path.envelope_id}#${recipient.profile_id}`, {
    limit: FRESH_LINKS_PER_HOUR,
    windowSeconds: 3600,
    lockSeconds: 3600,
  });
  if (!isWrittenTo(state.envelope, recipient)) return;
  const resend = (current: EnvelopeState): Change | null => {
    const now = current.recipients.find(({ profile_id }) => profile_id === recipient.profile_id);
    if (!now || !isWrittenTo(current.envelope, now)) return null;
    const actor = { ...SYSTEM, type: 'signer' as const, id: key.id, ip: origin.ip, user_agent: origin.userAgent };
    return {
      events: [{ event: 'invitation:resent', role_name: now.role_name, event_detail: invitedBy(now), actor }],
    };
  };
  await changeEnvelope(path.envelope_id, resend, state);
};

const isWrittenTo = (envelope: EnvelopeItem, recipient: RecipientItem): boolean =>
  !envelope.no_contact && !isUnwantedBy(envelope, recipient) && mayOpen(envelope, recipient);
