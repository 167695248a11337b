import { type TextProblem, textProblem } from '../../../fields/texts/text-problem.ts';
import type { Validator } from '../../../fields/validators.ts';
import type { Field } from '../shared/answers.ts';
import { say, w } from './words/index.ts';

const FORMS = {
  email: 'badEmail',
  phone: 'badPhone',
  url: 'badUrl',
  postal_code: 'badPostal',
  number: 'badNumber',
  date: 'badDate',
  iban: 'badIban',
} as const satisfies Record<Validator, string>;

const COUNTS = { long: 'tooLong', short: 'tooShort', decimals: 'tooPrecise' } as const;

const sentenceOf = (problem: TextProblem): string => {
  switch (problem.fault) {
    case 'long':
    case 'short':
    case 'decimals':
      return say(w[COUNTS[problem.fault]], { count: problem.count });
    case 'below':
    case 'above':
      return say(problem.fault === 'below' ? w.atLeast : w.atMost, { bound: { trusted: problem.bound } });
    case 'form':
      return w[FORMS[problem.validator]];
    default:
      return problem.fault === 'number' ? w.noNumber : w.badPattern;
  }
};

/** The fault of a text in the page's words, and then in the sender's, which stand in marks. */
export const check = (field: Field, text: string): string => {
  const problem = textProblem(field, text);
  if (!problem) return '';
  const { validator_message: message } = field.settings;
  const said = typeof message === 'string' ? [say(w.senderSays, { message })] : [];
  return [sentenceOf(problem), ...said].join(' ');
};
