import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { type AttemptLimit, countAttempt, countInWindow, type WindowLimit } from '../../people/attempts/attempts.ts';
import { commit } from '../../storage/engine/commit.ts';
import type { QuestionRequest } from '../../storage/outbox/message-request.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import { presentRecipient } from '../envelopes/answers/present-envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../envelopes/rules/access.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { demandTurn } from '../envelopes/rules/may-act.ts';

/** Questions of one recipient. The first half of them may follow each other at once. */
const QUESTION_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };

/** Questions of all recipients of an envelope: all go to its sender. No event of the envelope counts them. */
const QUESTIONS_LIMIT: WindowLimit = { limit: 30, windowSeconds: 24 * 60 * 60 };

/** Mails a question to the sender. It is no part of the audit trail. Throws `too_many_requests`. */
export const askQuestion = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
  question: string,
) => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await readWholeEnvelope(envelope_id);
  const recipient = signingRecipient(state, caller, role_name);
  // A recipient whose verification failed can still ask.
  if (recipient.status !== 'failed') demandTurn(state.envelope, recipient, timestamp());
  await countAttempt('question', `${envelope_id}#${recipient.profile_id}`, QUESTION_LIMIT);
  const seconds = await countInWindow('questions', envelope_id, QUESTIONS_LIMIT);
  if (seconds > 0) fail('too_many_requests', { seconds });
  const message: QuestionRequest = {
    kind: 'recipient_question',
    envelope_id,
    role_name,
    question,
    from: askerOf(recipient),
  };
  await commit([outboxWrite(state.envelope.organization_id, { message })]);
  return presentRecipient(recipient, { creator: false, signer: caller });
};

/** Name and address of the asking recipient. */
const askerOf = (recipient: RecipientItem) => ({
  recipient_name: fullName(recipient),
  recipient_email: recipient.email || recipient.phone,
});
