import type * as z from 'zod';
import { fail } from '../../../base/errors.ts';
import type { RecipientItem } from '../../../storage/records/envelope.ts';
import type { Attempted } from '../attempt.ts';
import type { KbaStep } from '../schema.ts';
import { nextStep } from '../steps.ts';

/**
 * How the older interface (`/v2/kba/…`) tells what a recipient has to do next. Its "pin" is the passcode. It knows no
 * one-time codes: while one of these is due, it has nothing to ask.
 */
export const kbaStep = (recipient: RecipientItem): z.output<typeof KbaStep> => {
  const { envelope_id, role_name, auth_methods, auth_method_states, kba } = recipient;
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

/** Clients look for the word "failed" in it. */
const FAILED = 'The verification has failed. Only the sender can start it anew.';

/** The step after an attempt. That the verification has failed is a step of its own here, and no error. */
export const stepAfter = ({ recipient, problem }: Attempted): z.output<typeof KbaStep> =>
  problem && problem !== 'verification_failed' ? fail(problem) : kbaStep(recipient);
