import type * as z from 'zod';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import { inSession, nextStep, proofsOf } from '../auth-methods/steps.ts';
import type { Attempted } from './attempt-method.ts';
import type { KbaStep } from './verification-schema.ts';

/**
 * The session's next step in the older interface (`/v2/kba/…`). Its "pin" is the passcode. It has no step for
 * one-time codes, and none while one of these is due.
 */
export const kbaStep = (stored: RecipientItem, caller: SignerCaller): z.output<typeof KbaStep> => {
  const recipient = inSession(stored, caller);
  const { envelope_id, role_name, auth_methods, auth_method_states } = recipient;
  const { kba } = proofsOf(recipient, caller);
  const subject = { envelope_id, role_name };
  if (recipient.status === 'failed') {
    return { ...subject, kba_step: 'failed', message: FAILED };
  }
  const step = nextStep(recipient);
  if (step === null) return { ...subject, kba_step: auth_methods.length > 0 ? 'complete' : 'none' };
  if (step === 'passcode') return { ...subject, kba_step: 'pin' };
  if (step !== 'kba') return { ...subject, kba_step: 'none' };
  if (!auth_method_states.kba || !kba) return { ...subject, kba_step: 'identity' };
  const questions = kba.questions.map(({ type, prompt, answer }) => ({ type, message: prompt, options: answer }));
  return { ...subject, kba_step: 'challenge', questions };
};

/** Clients search it for the word "failed". */
const FAILED = 'The verification has failed. Only the sender can restart it.';

/** The step after an attempt. A failed verification is a step here, not an error. */
export const stepAfter = ({ recipient, problem }: Attempted, caller: SignerCaller): z.output<typeof KbaStep> =>
  problem && problem !== 'verification_failed' ? fail(problem) : kbaStep(recipient, caller);
