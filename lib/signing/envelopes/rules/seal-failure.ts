import { fail } from '../../../base/errors.ts';
import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import { type Actor, SYSTEM } from './chain.ts';
import { type Change, later, SEAL_PATIENCE } from './lifecycle.ts';

/**
 * Rules of failed sealings, free of any I/O. A sealing is retried automatically, after longer and longer pauses. Once
 * it can't succeed, or has failed so often that the sender must know, the envelope states the reason (`seal_error`).
 */

/** Failed attempts after which the sender is notified. */
const NOTIFY_AFTER = 5;
const LONGEST_PAUSE = 24 * 60 * 60 * 1000;

const OFTEN_FAILED = 'The documents could not be sealed. Countersign keeps trying.';

/**
 * The change for an attempt that failed at `at`. `reason` says in a sentence why no attempt can succeed; without one,
 * an attempt may have failed by chance. Returns null if another attempt has sealed the envelope.
 */
export const sealFailed = ({ envelope }: EnvelopeState, reason: string | null, at: string): Change | null => {
  if (envelope.status !== 'complete' || envelope.signed) return null;
  const seal_failures = (envelope.seal_failures ?? 0) + 1;
  const known = envelope.seal_error ?? null;
  const seal_error = reason ?? known ?? (seal_failures >= NOTIFY_AFTER ? OFTEN_FAILED : null);
  const pause = Math.min(SEAL_PATIENCE * 2 ** (seal_failures - 1), LONGEST_PAUSE);
  return {
    envelope: { seal_failures, seal_error, seal_due_at: later(at, pause) },
    events:
      seal_error === known || seal_error === null
        ? []
        : [{ event: 'envelope:seal_failed', event_detail: seal_error, actor: SYSTEM }],
  };
};

/** The change for an owner who asks to have the envelope sealed now. Throws `sealed_already` or `not_complete`. */
export const requestSeal = ({ envelope }: EnvelopeState, actor: Actor, at: string): Change => {
  if (envelope.signed) fail('sealed_already');
  if (envelope.status !== 'complete') fail('not_complete', { status: envelope.status });
  return {
    envelope: { seal_failures: 0, seal_error: null, seal_due_at: later(at, SEAL_PATIENCE) },
    events: [{ event: 'envelope:seal_requested', actor }],
  };
};
