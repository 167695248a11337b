import { describe, expect, test } from 'vitest';
import type { Condition, Formula, RuleField } from '../../lib/fields/rules/rule.ts';
import { boundIn, countIn, heldIn, withHeld } from '../../lib/pages/browser/ruleforms/held.ts';
import {
  comparisonsFor,
  conditionOf,
  formulaOf,
  simpleCondition,
  simpleFormula,
} from '../../lib/pages/browser/ruleforms/simple.ts';
import { conditionedOn, usersOf, withoutUse, withoutUseIn } from '../../lib/pages/browser/ruleforms/without.ts';
import type { Contents, PlacedField, Role } from '../../lib/pages/browser/sending/draft.ts';

const rule = (name: string, more: Partial<RuleField> = {}): RuleField => ({
  name,
  role_name: 'One',
  form: 'text',
  group: null,
  required: false,
  ...more,
});

const FIELDS = new Map(
  [
    rule('text'),
    rule('amount', { number: { decimals: 2 } }),
    rule('day', { form: 'date' }),
    rule('list', { form: 'option' }),
    rule('box', { form: 'tick' }),
    rule('water', { form: 'tick', group: 'damage' }),
    rule('mould', { form: 'tick', group: 'damage' }),
    rule('yes', { form: 'choice', group: 'answer' }),
    rule('no', { form: 'choice', group: 'answer' }),
    rule('ink', { form: 'ink' }),
  ].map((field) => [field.name, field]),
);

describe('conditions that one chooses', () => {
  test('are read as they were written, whatever is compared', () => {
    for (const field of FIELDS.values()) {
      for (const is of comparisonsFor(field)) {
        const value =
          ['before', 'on_or_before', 'after', 'on_or_after'].includes(is) || field.form === 'date'
            ? '2026-12-31'
            : '12';
        const written = conditionOf({ match: 'all', parts: [{ field: field.name, is, value }] }, FIELDS);
        const read = written && simpleCondition(written, FIELDS);
        expect([field.name, read?.parts[0]?.is], JSON.stringify(written)).toEqual([field.name, is]);
        expect(read && conditionOf(read, FIELDS)).toEqual(written);
      }
    }
  });

  test.each<Condition>([
    { field: 'text', is: 'equals', value: { field: 'amount' } },
    { field: 'amount', is: 'above', value: { field: 'text' } },
    { not: { field: 'list', is: 'equals', value: { field: 'text' } } },
    { field: 'day', is: 'on_or_before', value: { field: 'day' } },
    { group_of: 'mould', is: 'contains', value: 'water' },
    { not: { group_of: 'water', is: 'equals', value: 'mould' } },
    { group_of: 'yes', is: 'equals', value: 'no' },
    { not: { group_of: 'yes', is: 'filled' } },
  ])('compare with other fields, and the choice in a group: %j', (condition) => {
    const read = simpleCondition(condition, FIELDS);
    expect(read && conditionOf(read, FIELDS)).toEqual(condition);
  });

  test('are nothing with another field that can’t be compared so', () => {
    const part = { field: 'amount', is: 'above' as const, value: '' };
    for (const other of ['', 'day', 'ink', 'box', 'gone']) {
      expect(conditionOf({ match: 'all', parts: [{ ...part, other }] }, FIELDS)).toBeNull();
    }
    const group = { field: 'water', isGroup: true, is: 'contains' as const };
    for (const value of ['', 'box', 'yes']) {
      expect(conditionOf({ match: 'all', parts: [{ ...group, value }] }, FIELDS)).toBeNull();
    }
  });

  test('are nothing while a field or a value is missing, or a value is of another kind', () => {
    const part = { field: 'amount', is: 'above' as const, value: '1.000,50' };
    expect(conditionOf({ match: 'all', parts: [part] }, FIELDS)).toEqual({
      field: 'amount',
      is: 'above',
      value: '1000.5',
    });
    for (const faulty of [
      { ...part, field: '' },
      { ...part, value: '' },
      { ...part, value: 'much' },
      { ...part, field: 'x' },
    ]) {
      expect(conditionOf({ match: 'all', parts: [part, faulty] }, FIELDS)).toBeNull();
    }
  });

  test.each<Condition>([
    { field: 'gone', is: 'filled' },
    { group_of: 'text', is: 'filled' },
    { group_of: 'water', is: 'contains', value: 'box' },
    { group_of: 'yes', is: 'contains', value: 'no' },
    { of: { sum: ['1'] }, is: 'above', value: '1' },
    { not: { field: 'amount', is: 'above', value: '1' } },
    { not: { not: { field: 'text', is: 'filled' } } },
    { all: [{ any: [{ field: 'text', is: 'filled' }] }] },
    { field: 'text', is: 'equals', value: { sum: ['1'] } },
    { field: 'amount', is: 'above', value: { field: 'day' } },
    { field: 'box', is: 'contains', value: 'true' },
    { field: 'box', is: 'equals', value: 'maybe' },
    { field: 'box', is: 'equals', value: { field: 'water' } },
  ])('are no others: %j', (condition) => {
    expect(simpleCondition(condition, FIELDS)).toBeNull();
  });
});

describe('formulas that one chooses', () => {
  test.each<Formula>([
    { sum: [{ field: 'amount' }, '1.5', { field: 'text' }] },
    { round: { product: [{ field: 'amount' }, '1.19'] }, digits: 2 },
    { days_between: [{ field: 'day' }, '2026-12-31'] },
    { add_days: [{ field: 'day' }, '14'] },
    { concat: [{ field: 'text' }, ', ', { field: 'list' }] },
    '1',
    { field: 'amount' },
    { round: { field: 'amount' }, digits: 0 },
    { sum: [{ product: [{ field: 'amount' }, '2'] }, '3'] },
    { if: { field: 'text', is: 'filled' }, then: '1' },
    { if: { field: 'amount', is: 'above', value: { field: 'text' } }, then: { field: 'amount' }, else: '0' },
    { round: { if: { field: 'box', is: 'equals', value: 'true' }, then: { sum: ['1', '2'] }, else: '3' }, digits: 2 },
    { concat: [{ if: { group_of: 'water', is: 'filled' }, then: { concat: ['a', { field: 'text' }] } }, 'b'] },
  ])('are read as they were written: %j', (formula) => {
    const read = simpleFormula(formula, FIELDS);
    expect(read && (formulaOf(read, FIELDS) ?? formulaOf(read, FIELDS, 'date'))).toEqual(formula);
  });

  test.each<Formula>([
    { group_of: 'water' },
    { round: { sum: ['1'] }, digits: 2, half: 'even' },
    { sum: [{ round: { sum: ['1'] }, digits: 2, half: 'even' }] },
    { sum: [{ sum: [{ sum: [{ sum: ['1'] }] }] }] },
    { if: { of: { sum: ['1'] }, is: 'above', value: '0' }, then: '1' },
  ])('are no others: %j', (formula) => {
    expect(simpleFormula(formula, FIELDS)).toBeNull();
  });

  test('give the kind of value that is wanted, or nothing', () => {
    const product = { make: 'product' as const, operands: [{ field: 'amount' }, { text: '2' }], digits: null };
    expect(formulaOf(product, FIELDS, 'number')).toEqual({ product: [{ field: 'amount' }, '2'] });
    expect(formulaOf(product, FIELDS, 'date')).toBeNull();
    const days = { make: 'add_days' as const, operands: [{ made: product }, { text: '2' }], digits: null };
    expect(formulaOf(days, FIELDS, 'date')).toBeNull();
    const choice = { make: 'if' as const, operands: [{ text: 'much' }, { text: '' }], digits: null };
    const when = { match: 'all' as const, parts: [{ field: 'text', is: 'filled' as const, value: '' }] };
    expect(formulaOf({ ...choice, when }, FIELDS, 'number')).toBeNull();
    expect(formulaOf(choice, FIELDS)).toBeNull();
  });

  test('are nothing with a field that can’t be read so', () => {
    expect(formulaOf({ make: 'sum', operands: [{ field: 'ink' }], digits: null }, FIELDS)).toBeNull();
    expect(formulaOf({ make: 'sum', operands: [{ field: '' }], digits: null }, FIELDS)).toBeNull();
    expect(formulaOf({ make: 'subtract', operands: [{ text: '1' }], digits: null }, FIELDS)).toBeNull();
  });
});

describe('rules of fields that are removed', () => {
  const placed = (name: string, rules?: object): PlacedField =>
    ({
      name,
      type: 'textbox',
      role_name: 'One',
      group: null,
      required: false,
      validator: null,
      settings: { own: 1, ...(rules && { rules }) },
    }) as unknown as PlacedField;
  const filled = (field: string) => ({ field, is: 'filled' });
  const without = (rules: object) =>
    withoutUse([placed('a'), placed('b'), placed('user', rules)], new Set(['a'])).find(({ name }) => name === 'user')
      ?.settings;

  test('lose what they say of them, and nothing else', () => {
    expect(without({ show: { all: [filled('a'), filled('b')] } })).toEqual({ own: 1, rules: { show: filled('b') } });
    expect(without({ show: { any: [{ not: filled('a') }, filled('b'), filled('c')] } })).toEqual({
      own: 1,
      rules: { show: { any: [filled('b'), filled('c')] } },
    });
    expect(without({ show: filled('a'), require: filled('b') })).toEqual({ own: 1, rules: { require: filled('b') } });
    expect(without({ show: filled('a') })).toEqual({ own: 1 });
    expect(without({ value: { round: { sum: [{ field: 'a' }, { field: 'b' }] }, digits: 2 } })).toEqual({
      own: 1,
      rules: { value: { round: { sum: [{ field: 'b' }] }, digits: 2 } },
    });
    expect(without({ value: { subtract: [{ field: 'a' }, { field: 'b' }] } })).toEqual({ own: 1 });
  });

  test('lose comparisons of a choice with a box that is removed, too', () => {
    expect(without({ show: { all: [{ group_of: 'b', is: 'contains', value: 'a' }, filled('b')] } })).toEqual({
      own: 1,
      rules: { show: filled('b') },
    });
    expect(without({ show: { field: 'b', is: 'equals', value: 'a' } })?.rules).toBeDefined();
  });

  test('are found wherever they stand, also in groups', () => {
    const users = [
      placed('one', {
        show: { not: { all: [filled('b'), { of: { sum: [{ field: 'a' }] }, is: 'above', value: '1' }] } },
      }),
      placed('two', { show: { group_of: 'a', is: 'filled' } }),
      placed('three', { show: filled('b') }),
      placed('a', { show: filled('b') }),
    ];
    expect(usersOf(users, new Set(['a'])).map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('are taken out of people’s conditions, too; whoever has none left takes part in any case', () => {
    const both = { any: [filled('a'), filled('b')] };
    const roles = [
      { name: 'none', only_if: null },
      { name: 'one', only_if: filled('a') },
      { name: 'two', only_if: both },
      { name: 'other', only_if: filled('b') },
    ] as unknown as Role[];
    expect(conditionedOn(roles, new Set(['a'])).map(({ name }) => name)).toEqual(['one', 'two']);
    const after = withoutUseIn({ roles, fields: [placed('b')] } as unknown as Contents, new Set(['a']));
    expect(after.roles.map(({ only_if }) => only_if)).toEqual([null, null, filled('b'), filled('b')]);
  });
});

describe('texts that one chooses', () => {
  const limited = (validator: string | null, settings: object = {}) =>
    ({ validator, settings: { own: 1, ...settings } }) as Pick<PlacedField, 'validator' | 'settings'>;

  test('are read as they were chosen, one kind at a time, and leave other settings alone', () => {
    const kinds = ['any', 'email', 'iban', 'number', 'letters', 'alphanumeric', 'time', 'amount', 'own'] as const;
    for (const before of kinds) {
      for (const after of kinds) {
        const made = withHeld(withHeld(limited(null), before), after);
        expect([before, after, heldIn(made)]).toEqual([
          before,
          after,
          after === 'own' && ['letters', 'alphanumeric', 'time'].includes(before) ? before : after,
        ]);
        expect(made.settings.own).toBe(1);
      }
    }
  });

  test('that programs have limited in several ways are named so, and stay until one chooses', () => {
    const several = limited('email', { pattern: 'a+' });
    expect(heldIn(several)).toBe('several');
    expect(withHeld(several, 'several')).toBe(several);
    expect(heldIn(limited('number', { number: { min: 1 } }))).toBe('amount');
    expect(heldIn(limited('mine'))).toBe('unknown');
  });

  test('have bounds that are read in one way only', () => {
    expect(['', '1,5', '1.000,5', '-3', '1.000', '1e400', 'NaN', 'much'].map(boundIn)).toEqual([
      null,
      '1.5',
      '1000.5',
      '-3',
      ...Array(4).fill(undefined),
    ]);
    expect(['', '0', '7', '10001', '1.5', '-1', '1e2'].map((text) => countIn(text, 1, 10_000))).toEqual([
      null,
      undefined,
      7,
      ...Array(4).fill(undefined),
    ]);
  });
});
