import type { QuestionRequest } from '../../signing/sessions/ask-question.ts';
import type { MessageRequest } from '../../storage/outbox/outbox.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { EnvelopeProgress } from '../../storage/records/envelope.ts';
import { questionToSender } from './envelope-messages.ts';

/** True for a message request of a question. */
export const isQuestion = (request: MessageRequest): request is QuestionRequest =>
  request.kind === 'recipient_question';

/** Makes the mail of a question about this envelope. */
export const questionMessage = (
  state: EnvelopeProgress,
  { question, from }: QuestionRequest,
): Promise<OutgoingMessage[]> => questionToSender(state, { ...from, question });
