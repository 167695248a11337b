import type { QuestionRequest } from '../../storage/outbox/message-request.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { EnvelopeProgress } from '../../storage/records/envelope.ts';
import { questionToSender } from './envelope-messages.ts';

/** Makes the mail of a question about this envelope. */
export const questionMessage = (
  state: EnvelopeProgress,
  { question, from }: QuestionRequest,
): Promise<OutgoingMessage[]> => questionToSender(state, { ...from, question });
