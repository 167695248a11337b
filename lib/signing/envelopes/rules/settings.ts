import { fail, invalid } from '../../../base/errors.ts';
import type { EnvelopeItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { changesIn } from '../../changes.ts';
import type { EnvelopeChange } from '../envelope-schema.ts';
import type { Actor } from './chain.ts';
import {
  announceDeletion,
  type Change,
  currentLevel,
  firstReminder,
  invitations,
  isActing,
  isOpen,
} from './lifecycle.ts';
import { demandUnsigned } from './may-act.ts';
import { futureTime } from './new-envelope.ts';
import { cutsRetention, endOf, leastRetention } from './retention.ts';
import { demandHeaderFits } from './size.ts';

/** The owner changes settings of an envelope. Allowing contact notifies every recipient whose turn it is. */
export const updateSettings = (
  state: EnvelopeState,
  given: EnvelopeChange,
  actor: Actor,
  at: string,
): Change | null => {
  const { envelope } = state;
  const changed = changesOf(envelope, given);
  if (Object.keys(changed).length === 0) return null;
  const signingConcerned = Object.keys(changed).some((name) => !AFTER_END.includes(name));
  if (!isOpen(envelope) && signingConcerned) fail('envelope_ended', { status: envelope.status });
  if (Object.keys(changed).some((name) => SIGNED.includes(name))) demandUnsigned(state.recipients);
  if ('retention_days' in changed && envelope.deletion_started_at) fail('envelope_ended', { status: 'deleted' });
  const after = { ...envelope, ...changed };
  demandHeaderFits(after);
  const starts = envelope.no_contact && !after.no_contact;
  const cut = cutsRetention(envelope, changed.retention_days) ? cutRetention(state, after, given, actor, at) : null;
  const reminders = 'initial_reminder' in changed || 'no_contact' in changed;
  return {
    envelope: {
      ...changed,
      // Another time is announced anew.
      ...('retention_days' in changed ? { deletion_announced_at: null } : {}),
      ...cut?.envelope,
      ...(reminders ? { next_reminder: firstReminder(after, at) } : {}),
    },
    events: [
      {
        event: 'envelope:updated',
        actor,
        data: { changed: Object.keys(changed), ...(cut ? { reason: cut.reason } : {}) },
        ...(cut ? { event_detail: cut.reason } : {}),
      },
      ...(cut?.events ?? []),
      ...(starts ? invitations(currentLevel(state.recipients).filter(isActing), after, actor) : []),
    ],
  };
};

/**
 * Cuts the time for which a complete envelope is kept: with a reason, and so that its parties, who are told at once,
 * have the whole notice. Throws `retention_reason_missing` without a reason, and `not_sealed` while there is nothing to
 * fetch yet.
 */
const cutRetention = (
  { envelope, events }: EnvelopeState,
  after: EnvelopeItem,
  { retention_reason }: EnvelopeChange,
  actor: Actor,
  at: string,
): Required<Pick<Change, 'envelope' | 'events'>> & { reason: string } => {
  const reason = retention_reason ?? fail('retention_reason_missing');
  if (!envelope.signed) fail('not_sealed');
  const ended_at = envelope.ended_at ?? endOf(envelope, events) ?? at;
  const least = leastRetention(ended_at, at);
  if ((after.retention_days ?? 0) < least) {
    invalid(
      'retention_days',
      `must be at least ${least}, because the parties have two weeks from now to fetch the documents`,
    );
  }
  const announced = announceDeletion({ envelope: { ...after, ended_at } }, actor, at);
  return { reason, envelope: { ...announced.envelope, ended_at }, events: announced.events };
};

/** True if the change makes an open envelope expire sooner, which cancels it then. */
export const endsSooner = ({ expires_at: now }: EnvelopeItem, { expires_at: asked }: EnvelopeChange): boolean => {
  const time = futureOrNone(now, asked);
  return typeof time === 'string' && (now === null || time < now);
};

/** Settings that don't affect the signing can be changed after the envelope has ended. */
const AFTER_END = ['visibility', 'data', 'retention_days'];

/** Signers saw what they sign and for whom: after the first signature these stay. */
const SIGNED = ['name', 'sender_name', 'sender_email'];

const changesOf = (envelope: EnvelopeItem, given: EnvelopeChange): Partial<EnvelopeItem> => {
  const { initial_reminder, followup_reminders, expires_at, retention_reason: _, ...settings } = given;
  const wanted = {
    ...settings,
    initial_reminder: cleared(initial_reminder),
    followup_reminders: cleared(followup_reminders),
    expires_at: futureOrNone(envelope.expires_at, expires_at),
  };
  return changesIn({ retention_days: null, ...envelope }, wanted, CLEARABLE);
};

/** The new expiry; undefined if it stays. Clients echo whole records, so a past time is refused only if it is new. */
const futureOrNone = (now: string | null, asked: EnvelopeChange['expires_at']): string | null | undefined =>
  asked === undefined || asked === now ? undefined : futureTime(asked);

/** Settings that null clears. */
const CLEARABLE = ['initial_reminder', 'followup_reminders', 'expires_at', 'retention_days', 'data'] as const;

/** Absent means unchanged; 0 and null both mean none. */
const cleared = (value: number | null | undefined): number | null | undefined =>
  value === undefined ? undefined : value || null;
