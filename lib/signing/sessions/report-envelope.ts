import { log } from '../../base/log.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { addressesOf } from '../envelopes/rules/message-bound.ts';
import { changeAsRecipient } from './act-as-recipient.ts';

/**
 * Reasons for which an envelope is unwanted. There is no free text, because people's words about others would be kept
 * for ever.
 */
export const REPORT_REASONS = ['unknown_sender', 'not_for_me', 'unwanted', 'fraud'] as const;
type ReportReason = (typeof REPORT_REASONS)[number];

const REPORTED = 'recipient:reported';

/**
 * Reports an envelope as unwanted, for a recipient, at any time. The trail records it, and the operator gets it by log,
 * count and alarm. Only a recipient's first report counts. From then on nothing about the envelope is sent to the
 * person, unless the person signs after all.
 */
export const reportEnvelope = async (
  caller: SignerCaller,
  path: RecipientPath,
  reason: ReportReason,
  origin: Origin,
): Promise<void> => {
  let isNew = false;
  const { state } = await changeAsRecipient(caller, path, ({ envelope, events }, recipient) => {
    const { role_name } = recipient;
    isNew = !events.some((one) => one.event === REPORTED && one.role_name === role_name);
    if (!isNew) return null;
    return {
      envelope: { unwanted_by: [...new Set([...(envelope.unwanted_by ?? []), ...addressesOf(recipient)])] },
      events: [{ event: REPORTED, role_name, event_detail: reason, actor: actorOf(caller, origin) }],
    };
  });
  const { id: envelope_id, organization_id } = state.envelope;
  if (isNew) log().warn('An envelope was reported', { envelope_id, organization_id, reason });
};
