import { fail } from '../../base/errors.ts';
import { holds } from '../../storage/holds.ts';
import type { EnvelopeItem, RecipientItem } from '../../storage/records/envelope.ts';
import { allOf, is, type Where } from '../../storage/where.ts';
import { whereVerified } from '../verification/steps.ts';
import { ACTING, isOpen, isOverdue } from './lifecycle.ts';

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

/** Demand on a recipient, and the error of a request that doesn't meet it. */
interface Demand {
  where: (recipient: RecipientItem) => Where;
  refuse: (recipient: RecipientItem) => never;
}

const TURN: Demand = {
  where: () => ({ status: is.oneOf(ACTING) }),
  refuse: ({ status }) => (status === 'pending' ? fail('not_your_turn') : fail('recipient_not_acting', { status })),
};

/** Demands on who fills fields and submits them: decided when the recipient is read, and again, by the table, when it is written. */
const FILLING: readonly Demand[] = [
  TURN,
  { where: () => ({ agreed: true }), refuse: () => fail('not_agreed') },
  { where: whereVerified, refuse: () => fail('verification_needed') },
];

const demandAll = (demands: readonly Demand[], recipient: RecipientItem): void => {
  for (const { where, refuse } of demands) if (!holds(recipient, where(recipient))) refuse(recipient);
};

/** Ends the request unless it is the recipient's turn at `at`. */
export const demandTurn = (envelope: Envelope, recipient: RecipientItem, at: string): void => {
  demandOpen(envelope, at);
  demandAll([TURN], recipient);
};

/** Ends the request unless the recipient may fill fields, and submit them, at `at`: agreed and verified. */
export const demandMayFill = (envelope: Envelope, recipient: RecipientItem, at: string): void => {
  demandOpen(envelope, at);
  demandAll(FILLING, recipient);
};

/** The condition under which a recipient who was let by `demandMayFill`, and is the same person still, may fill. */
export const mayStillFill = (recipient: RecipientItem): Where =>
  allOf({ round: recipient.round, profile_id: recipient.profile_id }, ...FILLING.map(({ where }) => where(recipient)));

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
