import { fail } from '../../base/errors.ts';
import { isVerified } from '../verification/steps.ts';
import type { EnvelopeItem, RecipientItem } from './items.ts';
import { ACTING, isActing, isOpen, isOverdue } from './lifecycle.ts';

/**
 * The one place that says who may act on an envelope, and who may change what stands on its pages, free of any I/O. Every
 * act of a recipient and of the sender asks here.
 */
type Envelope = Pick<EnvelopeItem, 'status' | 'expires_at'>;

/** Ends the request unless the envelope is still on its way at `at`. */
export const demandOpen = (envelope: Envelope, at: string): void => {
  if (!isOpen(envelope)) fail('envelope_ended', { status: envelope.status });
  if (isOverdue(envelope, at)) fail('envelope_ended', { status: 'expired' });
};

/** Ends the request unless it is the recipient's turn at `at`. */
export const demandTurn = (envelope: Envelope, recipient: RecipientItem, at: string): void => {
  demandOpen(envelope, at);
  if (recipient.status === 'pending') fail('not_your_turn');
  if (!isActing(recipient)) fail('recipient_not_acting', { status: recipient.status });
};

/** Ends the request unless the recipient may fill fields, and submit them, at `at`: agreed and verified. */
export const demandMayFill = (envelope: Envelope, recipient: RecipientItem, at: string): void => {
  demandTurn(envelope, recipient, at);
  if (!recipient.agreed) fail('not_agreed');
  if (!isVerified(recipient)) fail('verification_needed');
};

/** The condition under which a recipient who was let by `demandMayFill` may still fill when the write is made. */
export const mayStillFill = ({ round, profile_id }: RecipientItem) => ({
  ConditionExpression: `#round = :round AND profile_id = :profile AND agreed = :true AND #status IN (${ACTING.map((_, index) => `:acting${index}`).join(', ')})`,
  ExpressionAttributeNames: { '#round': 'round', '#status': 'status' },
  ExpressionAttributeValues: {
    ':round': round,
    ':profile': profile_id,
    ':true': true,
    ...Object.fromEntries(ACTING.map((status, index) => [`:acting${index}`, status])),
  },
});

/** True once a recipient has signed: from then on what stands on the pages is no longer the sender's to change. */
export const isSigned = (recipients: readonly Pick<RecipientItem, 'status' | 'type'>[]): boolean =>
  recipients.some(({ status, type }) => status === 'submitted' && type !== 'cc');

/** Ends the request once somebody has signed. */
export const demandUnsigned = (recipients: readonly Pick<RecipientItem, 'status' | 'type'>[]): void => {
  if (isSigned(recipients)) fail('signed_already');
};

/** Ends the request unless the sender may prepare fields of this recipient, who hasn't begun yet, at `at`. */
export const demandMayPrepare = (
  envelope: Envelope,
  recipients: readonly RecipientItem[],
  recipient: RecipientItem,
  at: string,
): void => {
  demandOpen(envelope, at);
  demandUnsigned(recipients);
  if (recipient.status !== 'pending' && recipient.status !== 'invited') {
    fail('recipient_not_acting', { status: recipient.status });
  }
};
