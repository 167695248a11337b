import { fail } from '../../../base/errors.ts';
import { holds } from '../../../storage/engine/holds.ts';
import { allOf, is, type Where } from '../../../storage/engine/where.ts';
import type { EnvelopeItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { type OfSession, whereProven } from '../../auth-methods/steps.ts';
import { ACTING, isOpen, isOverdue } from './lifecycle.ts';

/**
 * The rules for acting on an envelope and for changing its pages, without I/O. Every act of a recipient and of the
 * sender is checked here.
 */
type Envelope = Pick<EnvelopeItem, 'status' | 'expires_at'>;

/** Throws `envelope_ended` unless the envelope is still open at `at`. */
export const demandOpen = (envelope: Envelope, at: string): void => {
  if (!isOpen(envelope)) fail('envelope_ended', { status: envelope.status });
  if (isOverdue(envelope, at)) fail('envelope_ended', { status: 'expired' });
};

/** The facts of a recipient that the rules use; the envelope's header has the same. */
type Acting = Pick<
  RecipientItem,
  'status' | 'released' | 'agreed' | 'auth_methods' | 'proven_in' | 'shared' | 'held_in'
>;

/** A condition on a recipient, and the failure if it isn't true. */
interface Demand {
  where: (recipient: Acting, of: OfSession) => Where;
  refuse: (recipient: Acting) => never;
}

const TURN: Demand = {
  where: () => ({ status: is.oneOf(ACTING) }),
  refuse: ({ status, released }) => {
    if (released) return fail('step_done');
    return status === 'pending' ? fail('not_your_turn') : fail('recipient_not_acting', { status });
  },
};

/** In a group, one session acts at a time. */
const HELD: Demand = {
  where: ({ shared }, { session_id }) => (shared ? { held_in: session_id ?? 'none' } : {}),
  refuse: ({ held_in }) => fail(held_in ? 'held_by_other' : 'not_held'),
};

/**
 * Conditions for filling and submitting fields: checked on the recipient that was read, and again by the table at the
 * write.
 */
const FILLING: readonly Demand[] = [
  TURN,
  HELD,
  { where: () => ({ agreed: true }), refuse: () => fail('not_agreed') },
  { where: whereProven, refuse: () => fail('verification_needed') },
];

const demandAll = (demands: readonly Demand[], recipient: Acting, of: OfSession): void => {
  for (const { where, refuse } of demands) if (!holds(recipient, where(recipient, of))) refuse(recipient);
};

const ANY_SESSION: OfSession = { session_id: null };

/** Throws unless it is the recipient's turn at `at`. */
export const demandTurn = (envelope: Envelope, recipient: RecipientItem, at: string): void => {
  demandOpen(envelope, at);
  demandAll([TURN], recipient, ANY_SESSION);
};

/** Throws unless it is the recipient's turn at `at`, and this session's in a group. */
export const demandOwnTurn = (envelope: Envelope, recipient: RecipientItem, of: OfSession, at: string): void => {
  demandOpen(envelope, at);
  demandAll([TURN, HELD], recipient, of);
};

/**
 * Throws unless the recipient may fill and submit fields in this session at `at`: it is the recipient's turn, the
 * recipient has agreed, and this session has passed the verification.
 */
export const demandMayFill = (envelope: Envelope, recipient: Acting, of: OfSession, at: string): void => {
  demandOpen(envelope, at);
  demandAll(FILLING, recipient, of);
};

/**
 * The write condition that a recipient who passed `demandMayFill` in this session may still fill, and is the same
 * person.
 */
export const mayStillFill = (recipient: RecipientItem, of: OfSession): Where =>
  allOf(
    { round: recipient.round, profile_id: recipient.profile_id },
    ...FILLING.map(({ where }) => where(recipient, of)),
  );

/** True once a recipient has signed: the sender can no longer change the pages. */
export const isSigned = (recipients: readonly Pick<RecipientItem, 'status' | 'type'>[]): boolean =>
  recipients.some(({ status, type }) => status === 'submitted' && type !== 'cc');

/** Throws `signed_already` once a recipient has signed. */
export const demandUnsigned = (recipients: readonly Pick<RecipientItem, 'status' | 'type'>[]): void => {
  if (isSigned(recipients)) fail('signed_already');
};

/** Throws unless the sender may prepare fields of this recipient, who hasn't begun yet, at `at`. */
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
