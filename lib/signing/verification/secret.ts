import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf } from '../../base/ids.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { isSentCode } from '../auth-methods/codes.ts';
import { ATTEMPTS, wrongAttempts } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { decryptSecretsOf } from '../envelopes/reading/secrets.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { isUnwanted } from '../envelopes/rules/message-bound.ts';
import { type Attempted, attemptMethod } from './attempt-method.ts';
import { codeRequested, demandStep, isReading, missed, passed } from './rules.ts';
import { slowDown } from './slow-down.ts';

/** Requests a one-time code for the recipient. Throws `too_many_requests`, and `recipient_reported` after a report. */
export const requestCode = (
  caller: SignerCaller,
  subject: RecipientPath,
  method: 'email' | 'sms',
  origin: Origin,
): Promise<Attempted> =>
  attemptMethod(caller, subject, (state, recipient, at) => {
    demandStep(state, recipient, caller, method, at);
    if (isUnwanted(state.envelope, method === 'email' ? recipient.email : recipient.phone_auth))
      fail('recipient_reported');
    return { change: codeRequested(recipient, method, actorOf(caller, origin)) };
  });

/** Checks a passcode or a one-time code that the recipient entered. */
export const enterSecret = (
  caller: SignerCaller,
  subject: RecipientPath,
  method: 'passcode' | 'email' | 'sms',
  entered: string,
  origin: Origin,
): Promise<Attempted> =>
  attemptMethod(caller, subject, async (state, recipient, at) => {
    demandStep(state, recipient, caller, method, at);
    if (isReading(recipient)) await slowDown(caller);
    const actor = actorOf(caller, origin);
    const { passcode } = method === 'passcode' ? await decryptSecretsOf(state.envelope, recipient) : recipient;
    const isRight =
      method === 'passcode'
        ? passcode !== null && isHashOf(hashSecret(passcode), entered.trim())
        : isSentCode(state, recipient, method, caller.session_id, entered);
    if (isRight) return { change: passed(state, recipient, caller, method, actor, at) };
    const isLast = !isReading(recipient) && wrongAttempts(recipient, method) + 1 >= ATTEMPTS;
    return {
      change: missed(recipient, caller, method, actor, at),
      problem: isLast ? 'verification_failed' : method === 'passcode' ? 'passcode_wrong' : 'code_wrong',
    };
  });
