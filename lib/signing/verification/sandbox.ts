import type { KbaQuestion } from '../../storage/records/envelope.ts';
import type { Bureau, Finding, KbaResponse } from './bureau.ts';

/**
 * A bureau for development and tests: it knows nobody, and always finds the same.
 *
 * | identity | finding |
 * | --- | --- |
 * | last name `Fail`, in any case | failed |
 * | last name `Pass`, in any case | verified, without a question |
 * | last four digits `0000` | `differentiator`: one question; answered right, the three questions follow |
 * | all others | `questions`: three of them |
 *
 * The right answer to every question is its first choice. With all three right the person is verified; with one wrong,
 * a last question decides (`challenge`); with more wrong, and wherever a single question is answered wrong, it has
 * failed.
 */
export const sandbox: Bureau = {
  name: 'sandbox',
  identify: async ({ last_name, ssn_last_4 }) => {
    if (/^fail$/i.test(last_name.trim())) return unknownPerson;
    if (/^pass$/i.test(last_name.trim())) return { outcome: 'verified' };
    return ask(ssn_last_4 === '0000' ? 'differentiator' : 'questions');
  },
  judge: async (reference, responses) => {
    const stage = STAGES.find((one) => one === reference);
    if (!stage) return unknownPerson;
    const wrong = QUESTIONS[stage].filter((question, index) => !isRight(question, responses[index])).length;
    if (wrong === 0) return stage === 'differentiator' ? ask('questions') : { outcome: 'verified' };
    return stage === 'questions' && wrong === 1 ? ask('challenge') : wrongAnswers;
  },
};

const STAGES = ['questions', 'differentiator', 'challenge'] as const;
type Stage = (typeof STAGES)[number];

const QUESTIONS: Record<Stage, KbaQuestion[]> = {
  differentiator: [
    {
      type: 'birth-month',
      prompt: 'In which month were you born?',
      answer: ['January', 'April', 'August', 'None of these'],
    },
  ],
  questions: [
    {
      type: 'former-street',
      prompt: 'On which of these streets have you lived?',
      answer: ['Orchard Lane', 'Harbour Street', 'Mill Road', 'None of these'],
    },
    {
      type: 'vehicle',
      prompt: 'Which of these vehicles have you owned?',
      answer: ['A blue estate car', 'A red motorcycle', 'A white van', 'None of these'],
    },
    {
      type: 'lender',
      prompt: 'With which of these banks have you had a loan?',
      answer: ['First Sandbox Bank', 'Bank of the Dunes', 'Shoreline Credit Union', 'None of these'],
    },
  ],
  challenge: [
    {
      type: 'former-town',
      prompt: 'In which of these towns have you lived?',
      answer: ['Sandford', 'Dunmore', 'Shelby', 'None of these'],
    },
  ],
};

const ask = (stage: Stage): Finding => ({ outcome: stage, reference: stage, questions: QUESTIONS[stage] });

const isRight = ({ type, answer: [right] }: KbaQuestion, response: KbaResponse | undefined): boolean =>
  response?.type === type && String(response.answer) === right;

const unknownPerson: Finding = { outcome: 'failed', reason: 'the identity was not found' };
const wrongAnswers: Finding = { outcome: 'failed', reason: 'questions were answered wrong' };
