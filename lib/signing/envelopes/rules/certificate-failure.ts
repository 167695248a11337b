import type { FailureCode } from '../../../base/errors.ts';
import type { EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import type { Actor } from './chain.ts';
import { type Change, isActing, isOpen } from './lifecycle.ts';

/** Failures of a signature with a certificate that the sender is told of. */
const TOLD = [
  'trust_service_unreachable',
  'trust_service_refused',
  'trust_service_no_credential',
  'certificate_revoked',
  'certificate_unusable',
  'signature_altered',
] as const satisfies readonly FailureCode[];

/** Failures of one recipient that the chain keeps. */
const MOST = 10;

/** True if the chain keeps the failure. */
export const isToldFailure = (code: FailureCode): boolean => (TOLD as readonly FailureCode[]).includes(code);

/** A recipient's signature with a certificate has failed, without I/O. Null once the recipient can't act any more. */
export const certificateFailed = (
  { envelope, events }: Pick<EnvelopeState, 'envelope' | 'events'>,
  recipient: RecipientItem,
  reason: FailureCode,
  actor: Actor,
): Change | null => {
  const { role_name } = recipient;
  const count = events.filter((one) => one.event === 'recipient:certificate_failed' && one.role_name === role_name);
  if (!isOpen(envelope) || !isActing(recipient) || count.length >= MOST) return null;
  return {
    events: [{ event: 'recipient:certificate_failed', role_name, event_detail: reason, actor, data: { reason } }],
  };
};
