import { expect, test } from 'vitest';
import type { Condition } from '../../lib/fields/rules/rule.ts';
import type { FieldType } from '../../lib/fields/types.ts';
import { spokenIn } from '../../lib/pdf/completion-certificate/words.ts';
import { conditionInWords } from '../../lib/signing/envelopes/sealing/rule-words.ts';

const field = (name: string, type: FieldType, options: { id: string; label: string }[] = []) => ({
  name,
  type,
  options: options as never,
});

const FIELDS = [
  field('water', 'checkbox'),
  field('mould', 'radio'),
  field('cause', 'dropdown', [{ id: 'o1', label: 'A pipe' }]),
  field('amount', 'textbox'),
];

const says = (locale: string, condition: Condition): string =>
  conditionInWords(condition, { fields: FIELDS, spoken: spokenIn(locale) }).replace(/[\u2066-\u2069\u200f]/g, '');

const of = (name: string, is: 'equals' | 'above' | 'contains', value: string): Condition => ({
  field: name,
  is,
  value,
});

test.each<[Condition, string]>([
  [of('water', 'equals', 'true'), 'water is ticked'],
  [of('water', 'equals', 'false'), 'water is not ticked'],
  [{ field: 'mould', is: 'filled' }, 'mould is ticked'],
  [{ not: { field: 'water', is: 'filled' } }, 'water is not ticked'],
  [{ not: of('water', 'equals', 'true') }, 'water is not ticked'],
  [{ not: of('water', 'equals', 'false') }, 'not (water is not ticked)'],
  [of('cause', 'equals', 'o1'), 'cause = "A pipe"'],
  [of('cause', 'equals', 'gone'), 'cause = "gone"'],
  [of('amount', 'equals', 'true'), 'amount = "true"'],
  [of('amount', 'above', '10000'), 'amount > 10000'],
  [{ not: { field: 'amount', is: 'filled' } }, 'not (amount is filled in)'],
  [{ group_of: 'mould', is: 'equals', value: 'mould' }, 'group(mould) = mould'],
  [{ all: [of('water', 'equals', 'true'), of('amount', 'above', '5')] }, '(water is ticked and amount > 5)'],
])('the certificate says %j as “%s”', (condition, words) => {
  expect(says('en', condition)).toBe(words);
});

test('a box is ticked in the words of the certificate’s language', () => {
  expect(says('de-AT', of('water', 'equals', 'true'))).toBe('water angekreuzt ist');
  expect(says('fr', of('water', 'equals', 'false'))).toBe('water n’est pas coché');
});
