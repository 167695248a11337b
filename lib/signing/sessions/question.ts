import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { type AttemptLimit, countAttempt } from '../../people/users/attempts.ts';
import { commit } from '../../storage/commit.ts';
import { type MessageRequest, outboxWrite } from '../../storage/outbox/outbox.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import { signingRecipient } from '../envelopes/access.ts';
import { demandTurn } from '../envelopes/may-act.ts';
import { fullName, presentRecipient } from '../envelopes/present.ts';
import { envelopeState } from '../envelopes/store.ts';

/** Questions of one recipient. Half of them may follow each other at once. */
const QUESTION_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };

/** The message request that a question is. */
export type QuestionRequest = MessageRequest & {
  kind: 'recipient_question';
  envelope_id: string;
  role_name: string;
  question: string;
  /** Who asks: the recipient may be somebody else by the time that the mail is made. Absent in requests of before. */
  from?: { recipient_name: string; recipient_email: string | null };
};

/** Mails a question to the sender, who answers as they like. It is no part of the audit trail. 429 after too many. */
export const askQuestion = async (
  caller: SignerCaller,
  { envelope_id, role_name }: { envelope_id: string; role_name: string },
  question: string,
) => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await envelopeState(envelope_id);
  const recipient = signingRecipient(state, caller, role_name);
  // Whose verification has failed can do nothing else any more.
  if (recipient.status !== 'failed') demandTurn(state.envelope, recipient, timestamp());
  await countAttempt('question', `${envelope_id}#${recipient.profile_id}`, QUESTION_LIMIT);
  const message: QuestionRequest = {
    kind: 'recipient_question',
    envelope_id,
    role_name,
    question,
    from: askerOf(recipient),
  };
  await commit([outboxWrite(state.envelope.organization_id, { message })]);
  return presentRecipient(recipient, { creator: false, role: role_name });
};

/** Name and address of who asks. */
export const askerOf = (recipient: RecipientItem) => ({
  recipient_name: fullName(recipient),
  recipient_email: recipient.email || recipient.phone,
});
