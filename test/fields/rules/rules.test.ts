import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleProblems } from '../../../lib/fields/rules/check-rules.ts';
import { readRules } from '../../../lib/fields/rules/read-rules.ts';
import { evaluateRules } from '../../../lib/fields/rules/results.ts';
import { type Condition, type Formula, RULE_BOUNDS, type RuleField } from '../../../lib/fields/rules/rule.ts';
import { haveRules, isComputed, ruleFieldOf } from '../../../lib/fields/rules/rule-fields.ts';
import { referencesIn, rulebookOf } from '../../../lib/fields/rules/rulebook.ts';
import { someDocument } from './documents.ts';

const field = (name: string, more: Partial<RuleField> = {}): RuleField => ({
  name,
  role_name: 'Buyer',
  form: 'text',
  group: null,
  required: false,
  ...more,
});

const results = (fields: readonly RuleField[], values: Record<string, string | null>, role_name = 'Buyer') =>
  evaluateRules(rulebookOf(fields), { role_name, given: (name) => values[name] ?? null });

/** The value of a field with this formula, beside fields `a` and `b` of these values. */
const computed = (value: Formula, [a, b]: (string | null)[] = [], more: Partial<RuleField> = {}) =>
  results([field('a'), field('b'), field('f', { rules: { value }, ...more })], { a: a ?? null, b: b ?? null }).get('f')
    ?.value;

const isShown = (show: Condition, value: string | null, more: Partial<RuleField> = {}) =>
  results([field('a', more), field('f', { rules: { show } })], { a: value }).get('f')?.shown;

const problems = (...fields: RuleField[]) =>
  ruleProblems(rulebookOf(fields)).map(({ field: name, at, code, detail }) => [name, at, code, detail]);

describe('conditions', () => {
  test.each<[Condition, string | null, boolean]>([
    [{ field: 'a', is: 'filled' }, 'x', true],
    [{ field: 'a', is: 'filled' }, null, false],
    [{ field: 'a', is: 'filled' }, ' \u200b', false],
    [{ not: { field: 'a', is: 'filled' } }, null, true],
    [{ field: 'a', is: 'equals', value: 'water' }, 'water', true],
    [{ field: 'a', is: 'equals', value: 'water' }, ' water ', true],
    [{ field: 'a', is: 'equals', value: 'water' }, 'Water', false],
    [{ field: 'a', is: 'equals', value: 'Å' }, 'A\u030a', true],
    [{ field: 'a', is: 'equals', value: '' }, null, false],
    [{ field: 'a', is: 'contains', value: 'ate' }, 'water', true],
    [{ field: 'a', is: 'contains', value: 'x' }, 'water', false],
    [{ field: 'a', is: 'above', value: '10000' }, '10.000,01', true],
    [{ field: 'a', is: 'above', value: '10000' }, '10000', false],
    [{ field: 'a', is: 'at_least', value: '10000' }, '10,000.00', true],
    [{ field: 'a', is: 'below', value: '0.3' }, '0.1', true],
    [{ field: 'a', is: 'below', value: '3' }, 'two', false],
    [{ not: { field: 'a', is: 'below', value: '3' } }, 'two', true],
    [{ field: 'a', is: 'at_most', value: '3' }, null, false],
    [{ field: 'a', is: 'before', value: '2026-12-31' }, '2026-12-30', true],
    [{ field: 'a', is: 'on_or_before', value: '2026-12-31' }, '12/31/2026', true],
    [{ field: 'a', is: 'after', value: '2026-12-31' }, '2026-12-31', false],
    [{ field: 'a', is: 'on_or_after', value: '2026-12-31' }, '2027-01-01', true],
    [{ field: 'a', is: 'after', value: '2026-12-31' }, 'tomorrow', false],
    [
      {
        all: [
          { field: 'a', is: 'filled' },
          { field: 'a', is: 'above', value: '1' },
        ],
      },
      '2',
      true,
    ],
    [
      {
        any: [
          { field: 'a', is: 'equals', value: 'x' },
          { field: 'a', is: 'above', value: '1' },
        ],
      },
      '1',
      false,
    ],
    [{ of: { product: [{ field: 'a' }, '2'] }, is: 'above', value: '10' }, '5.5', true],
    [{ of: { sum: [{ field: 'a' }] }, is: 'equals', value: '10.0' }, '10', true],
  ])('%j of %j is %j', (show, value, expected) => {
    expect(isShown(show, value)).toBe(expected);
  });

  test('equals compares numbers as numbers, dates as dates and all else letter for letter', () => {
    const equals = (value: string): Condition => ({ field: 'a', is: 'equals', value });
    expect(isShown(equals('01234'), '1234')).toBe(false);
    expect(isShown(equals('01234'), '1234', { number: { decimals: null } })).toBe(true);
    expect(isShown(equals('2026-12-31'), '12/31/2026', { form: 'date' })).toBe(true);
    expect(isShown(equals('true'), 'true', { form: 'tick' })).toBe(true);
    expect(isShown(equals('false'), null, { form: 'tick' })).toBe(true);
  });

  test('a group of boxes or buttons is filled by one that is chosen, equals the only one, and contains each', () => {
    const group = ['x', 'y', 'z'].map((name) => field(name, { form: 'tick', group: 'g' }));
    const shown = (show: Condition, values: Record<string, string>) =>
      results([...group, field('f', { rules: { show } })], values).get('f')?.shown;
    expect(shown({ group_of: 'z', is: 'filled' }, { x: 'true' })).toBe(true);
    expect(shown({ group_of: 'z', is: 'filled' }, { x: 'false' })).toBe(false);
    expect(shown({ group_of: 'z', is: 'equals', value: 'x' }, { x: 'true' })).toBe(true);
    expect(shown({ group_of: 'z', is: 'equals', value: 'x' }, { x: 'true', y: 'true' })).toBe(false);
    expect(shown({ group_of: 'z', is: 'contains', value: 'x' }, { x: 'true', y: 'true' })).toBe(true);
    expect(shown({ group_of: 'z', is: 'contains', value: 'z' }, { x: 'true', y: 'true' })).toBe(false);
  });
});

describe('formulas', () => {
  const a = { field: 'a' };
  const b = { field: 'b' };
  test.each<[Formula, (string | null)[], string | null]>([
    [{ sum: [a, b] }, ['0.1', '0.2'], '0.3'],
    [{ sum: [a, b, '5'] }, ['1.234,50', '1,000,000.5'], '1001240'],
    [{ sum: [a, b] }, ['3', null], '3'],
    [{ sum: [a, b] }, [null, null], null],
    [{ sum: [a, b] }, ['3', 'three'], null],
    [{ sum: [a, b] }, ['3', '1.234'], null],
    [{ subtract: [a, b] }, ['3', '5'], '-2'],
    [{ subtract: [a, b] }, ['3', null], null],
    [{ product: [a, b] }, ['1.1', '1.1'], '1.21'],
    [{ product: [a, b] }, ['9'.repeat(20), '9'.repeat(20)], null],
    [{ divide: [a, b] }, ['2', '3'], '0.66666666666666666667'],
    [{ divide: [a, b] }, ['2', '0'], null],
    [{ sum: [{ divide: [a, b] }, '1'] }, ['2', '0'], null],
    [{ round: a, digits: 2 }, ['2.3450'], '2.35'],
    [{ round: a, digits: 2 }, ['-2.3450'], '-2.35'],
    [{ round: a, digits: 2, half: 'even' }, ['2.3450'], '2.34'],
    [{ round: a, digits: 0 }, ['-0.4'], '0'],
    [{ days_between: [a, b] }, ['2024-02-28', '03/01/2024'], '2'],
    [{ days_between: [a, b] }, ['2026-02-30', '2026-03-01'], null],
    [{ add_days: [a, b] }, ['2026-12-31', '1'], '2027-01-01'],
    [{ add_days: [a, b] }, ['9999-12-31', '1'], null],
    [{ add_days: [a, b] }, ['2026-12-31', '0.5'], null],
    [{ concat: [a, ' ', b] }, ['Ada', 'Lovelace'], 'Ada Lovelace'],
    [{ concat: [a, b] }, ['Ada', null], 'Ada'],
    [{ concat: [a, b] }, [null, null], null],
    [{ if: { field: 'a', is: 'above', value: '10' }, then: 'much', else: b }, ['11', 'little'], 'much'],
    [{ if: { field: 'a', is: 'above', value: '10' }, then: 'much', else: b }, ['9', 'little'], 'little'],
    [{ if: { field: 'a', is: 'above', value: '10' }, then: 'much' }, ['9'], null],
  ])('%j of %j is %j', (value, given, expected) => {
    expect(computed(value, given)).toBe(expected);
  });

  test('a value has the form of its field: numbers with its decimals, dates as they are stored', () => {
    expect(computed({ sum: ['1.005'] }, [], { number: { decimals: 2 } })).toBe('1.01');
    expect(computed({ sum: ['-1.005'] }, [], { number: { decimals: 2 } })).toBe('-1.01');
    expect(computed({ sum: ['1'] }, [], { number: { decimals: 2 } })).toBe('1.00');
    expect(computed('2026-12-31', [], { form: 'date' })).toBe('12/31/2026');
    expect(computed({ field: 'a' }, ['soon'], { form: 'date' })).toBe(null);
    expect(computed({ field: 'a' }, ['many'], { number: { decimals: 2 } })).toBe(null);
  });

  test('a formula goes on with the value that stands in another formula’s field', () => {
    const fields = [
      field('net'),
      field('tax', { number: { decimals: 2 }, rules: { value: { product: [{ field: 'net' }, '0.19'] } } }),
      field('all', { rules: { value: { sum: [{ field: 'net' }, { field: 'tax' }] } } }),
      field('exact', { rules: { value: { divide: [{ field: 'net' }, '1000'] } } }),
      field('twice', { rules: { value: { product: [{ field: 'exact' }, '2'] } } }),
    ];
    const found = results(fields.toReversed(), { net: '10.02' });
    expect(found.get('tax')?.value).toBe('1.90');
    expect(found.get('all')?.value).toBe('11.92');
    // 1.234 as a person types it could be two numbers; computed it is one.
    expect(results(fields, { net: '1234' }).get('twice')?.value).toBe('2.468');
  });

  test('what can’t be computed makes what needs it so too, and never a wrong sum', () => {
    const fields = [
      field('a'),
      field('line', { rules: { value: { divide: ['1', { field: 'a' }] } } }),
      field('total', { rules: { value: { sum: ['5', { field: 'line' }] } } }),
    ];
    expect(results(fields, { a: '0' }).get('total')?.value).toBe(null);
    expect(results(fields, { a: null }).get('total')?.value).toBe('5');
  });
});

describe('results', () => {
  test('a hidden field has no value, isn’t required and isn’t filled for others; its own value returns', () => {
    const fields = [
      field('kind'),
      field('depth', { required: true, rules: { show: { field: 'kind', is: 'equals', value: 'water' } } }),
      field('note', { rules: { show: { field: 'depth', is: 'filled' } } }),
    ];
    const hidden = results(fields, { kind: 'mould', depth: '3' });
    expect(hidden.get('depth')).toEqual({
      shown: false,
      required: false,
      value: null,
      computed: false,
      hidden_by: ['depth'],
      required_by: [],
    });
    expect(hidden.get('note')?.shown).toBe(false);
    const shown = results(fields, { kind: 'water', depth: '3' });
    expect(shown.get('depth')).toMatchObject({ shown: true, required: true, value: '3', hidden_by: [] });
    expect(shown.get('note')?.shown).toBe(true);
  });

  test('a rule for a group concerns all fields of its role and group, beside the rules of each', () => {
    const fields = [
      field('kind'),
      field('a', {
        group: 'water',
        rules: {
          for: 'group',
          show: { field: 'kind', is: 'contains', value: 'water' },
          require: { field: 'kind', is: 'equals', value: 'water' },
        },
      }),
      field('b', { group: 'water', rules: { show: { field: 'kind', is: 'contains', value: 'b' } } }),
      field('c', { group: 'water', role_name: 'Seller' }),
    ];
    const water = results(fields, { kind: 'water' });
    expect(water.get('a')).toMatchObject({ shown: true, required: true, required_by: ['a'] });
    expect(water.get('b')).toMatchObject({ shown: false, required: false, hidden_by: ['b'] });
    expect(results(fields, { kind: 'b' }).get('b')?.hidden_by).toEqual(['a']);
    expect(results(fields, { kind: 'water b' }).get('b')).toMatchObject({ shown: true, required: false });
    expect(results(fields, {}, 'Seller').get('c')?.shown).toBe(true);
  });

  test('either of two fields can be required, each while the other is empty', () => {
    const either = (name: string, other: string) =>
      field(name, { rules: { require: { not: { field: other, is: 'filled' } } } });
    const fields = [either('phone', 'mail'), either('mail', 'phone')];
    expect(problems(...fields)).toEqual([]);
    expect(results(fields, { phone: '1' }).get('mail')?.required).toBe(false);
    expect(results(fields, { phone: '1' }).get('phone')?.required).toBe(true);
    expect(results(fields, {}).get('mail')?.required).toBe(true);
  });

  test('of another’s fields the given values count as they are, computed ones with one form of number', () => {
    const fields = [
      field('theirs', { role_name: 'Seller' }),
      field('sum', { role_name: 'Seller', rules: { value: { sum: [{ field: 'theirs' }] } } }),
      field('mine', { rules: { value: { product: [{ field: 'sum' }, '2'] } } }),
    ];
    const found = results(fields, { theirs: '9', sum: '1.234' });
    expect([...found.keys()]).toEqual(['mine']);
    expect(found.get('mine')?.value).toBe('2.468');
  });
});

describe('reading rules', () => {
  test('constants become texts, absent members stay absent', () => {
    const given = {
      show: { field: 'a', is: 'above', value: 10.5 },
      require: null,
      value: { if: { field: 'b', is: 'equals', value: true }, then: 1 },
    };
    expect(readRules(given)).toMatchObject({
      rules: {
        show: { field: 'a', is: 'above', value: '10.5' },
        value: { if: { field: 'b', is: 'equals', value: 'true' }, then: '1' },
      },
    });
  });

  const nested = (levels: number): unknown =>
    levels === 1 ? { field: 'a', is: 'filled' } : { not: nested(levels - 1) };
  const wide = (parts: number): unknown => ({
    any: Array.from({ length: parts }, () => ({ all: [{ field: 'a', is: 'filled' }] })),
  });

  test.each<[unknown, string]>([
    [null, ''],
    [[], ''],
    [{ shwo: {} }, 'shwo'],
    [{ show: { all: [] } }, 'show.all'],
    [{ show: { field: 'a', group_of: 'a', is: 'filled' } }, 'show'],
    [{ show: { field: 'a', is: 'like', value: 'x' } }, 'show.is'],
    [{ show: { field: 'a', is: 'filled', value: 'x' } }, 'show.value'],
    [{ show: { field: '', is: 'filled' } }, 'show.field'],
    [{ show: { any: [{ field: 'a', is: 'equals', value: { eval: 'x' } }] } }, 'show.any.0.value'],
    [{ value: { subtract: ['1'] } }, 'value.subtract'],
    [{ value: { sum: ['1', null] } }, 'value.sum.1'],
    [{ value: { sum: [], product: [] } }, 'value'],
    [{ value: { round: '1', digits: 0.5 } }, 'value.digits'],
    [{ value: { round: '1', half: 'up' } }, 'value.half'],
    [{ value: 1e300 }, 'value'],
    [{ value: 'x'.repeat(RULE_BOUNDS.constant + 1) }, 'value'],
    [{ value: 'x', for: 'group' }, 'for'],
    [{ show: nested(RULE_BOUNDS.depth + 1) }, `show${'.not'.repeat(RULE_BOUNDS.depth)}`],
    [{ show: wide(100) }, 'show.any.99.all.0'],
  ])('refuses what is no rule, and says where (%#)', (given, at) => {
    expect(readRules(given)).toEqual({ problem: expect.any(String), at });
  });

  test('takes what is as deep and long as the bounds allow', () => {
    expect(readRules({ show: nested(RULE_BOUNDS.depth) })).toHaveProperty('rules');
    expect(readRules({ show: wide(99) })).toMatchObject({ parts: 199 });
  });

  test('never throws, and reads its own result as the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (given) => {
        const read = readRules(given);
        if ('rules' in read) expect(readRules(read.rules)).toEqual(read);
      }),
    );
  });
});

describe('checks', () => {
  const showIf = (name: string, other: string, more: Partial<RuleField> = {}) =>
    field(name, { rules: { show: { field: other, is: 'filled' } }, ...more });

  test('a circle is named', () => {
    expect(problems(showIf('a', 'b'), showIf('b', 'a'))).toEqual([
      ['a', 'show', 'circle', 'the rules depend on each other in a circle: a → b → a'],
    ]);
    expect(problems(showIf('a', 'a'))[0]?.[3]).toMatch(/: a → a$/);
    expect(problems(field('x'), showIf('a', 'b'), showIf('b', 'c'), showIf('c', 'b'))[0]?.[3]).toMatch(/: b → c → b$/);
    const sums = ['a', 'b'].map((name, index) =>
      field(name, { rules: { value: { sum: [{ field: index ? 'a' : 'b' }] } }, role_name: index ? 'Seller' : 'Buyer' }),
    );
    expect(problems(...sums)).toEqual([['a', 'value', 'circle', expect.stringMatching(/: a → b → a$/)]]);
    const group = { group: 'g', rules: { for: 'group' as const, show: { field: 'b', is: 'filled' as const } } };
    expect(problems(field('a', group), field('b', { group: 'g' }))[0]?.[3]).toMatch(/: b → b$/);
  });

  test('what doesn’t exist or has the wrong kind is named with its place', () => {
    const rules = { show: { all: [{ field: 'gone', is: 'filled' as const }] } };
    expect(problems(field('a', { rules }))).toEqual([
      ['a', 'show.all.0.field', 'unknown_field', 'there is no field with the name gone'],
    ]);
    const faults = (show: Condition, form: RuleField['form'] = 'tick') =>
      problems(field('x', { form }), field('a', { rules: { show } })).map(([, at, code]) => [at, code]);
    expect(faults({ field: 'x', is: 'above', value: '1' })).toEqual([['show.field', 'wrong_kind']]);
    expect(faults({ field: 'x', is: 'equals', value: 'signed' }, 'ink')).toEqual([['show.field', 'wrong_kind']]);
    expect(faults({ field: 'x', is: 'filled' }, 'ink')).toEqual([]);
    expect(faults({ field: 'x', is: 'filled' }, 'moment')).toEqual([['show.field', 'wrong_kind']]);
    expect(faults({ group_of: 'x', is: 'filled' }, 'text')).toEqual([['show.group_of', 'wrong_kind']]);
    expect(faults({ group_of: 'x', is: 'above', value: '1' })).toEqual([['show.is', 'wrong_kind']]);
    expect(faults({ group_of: 'x', is: 'equals', value: 'y' })).toEqual([['show.value', 'unknown_field']]);
    expect(faults({ group_of: 'x', is: 'contains', value: 'x' })).toEqual([]);
    expect(faults({ field: 'x', is: 'above', value: 'much' }, 'text')).toEqual([['show.value', 'wrong_kind']]);
    expect(faults({ field: 'x', is: 'above', value: '1,5' }, 'text')).toEqual([['show.value', 'wrong_kind']]);
    expect(faults({ field: 'x', is: 'before', value: '31.12.2026' }, 'date')).toEqual([['show.value', 'wrong_kind']]);
    expect(faults({ field: 'x', is: 'before', value: { sum: ['1'] } }, 'date')).toEqual([['show.value', 'wrong_kind']]);
    expect(problems(field('a', { form: 'tick', rules: { value: '1' } }))[0]?.[2]).toBe('wrong_kind');
    expect(
      problems(field('a', { rules: { for: 'group', show: { field: 'b', is: 'filled' } } }), field('b'))[0]?.[2],
    ).toBe('no_group');
  });

  test('all rules together are bounded', () => {
    const many = { any: Array.from({ length: 99 }, () => ({ field: 'x', is: 'filled' as const })) };
    const fields = Array.from({ length: 101 }, (_, index) => field(`f${index}`, { rules: { show: many } }));
    expect(problems(field('x'), ...fields)).toEqual([['f100', '', 'too_many', expect.any(String)]]);
  });

  test('rules for groups are bounded by what they concern, so that no answer names more than that', () => {
    const rules = { for: 'group' as const, show: { field: 'x', is: 'filled' as const } };
    const group = (size: number) =>
      Array.from({ length: size }, (_, index) => field(`f${index}`, { form: 'tick', group: 'g', rules }));
    expect(problems(field('x'), ...group(100))).toEqual([]);
    expect(problems(field('x'), ...group(101))).toEqual([['f99', 'for', 'too_many', expect.any(String)]]);
  });
});

describe('the fields of templates and envelopes', () => {
  const stored = { name: 'f', role_name: 'Buyer', group: null, required: true, validator: null };

  test('have the rules of their settings, a form and perhaps a number', () => {
    const rules = { value: { sum: ['1'] } };
    const textbox = { ...stored, type: 'textbox' as const, settings: { rules, number: { decimals: 2 } } };
    expect(ruleFieldOf(textbox)).toEqual(field('f', { required: true, rules, number: { decimals: 2 } }));
    expect([isComputed(textbox), haveRules([textbox])]).toEqual([true, true]);
    expect(ruleFieldOf({ ...stored, type: 'radio', settings: {}, validator: 'number' })).toEqual(
      field('f', { required: true, form: 'choice', number: { decimals: null } }),
    );
  });

  test('have no rules where clients keep something else under that name', () => {
    for (const rules of [null, 'x', [], { mine: 1 }, { show: 1 }]) {
      const textbox = { ...stored, type: 'textbox' as const, settings: { rules } };
      expect([ruleFieldOf(textbox).rules, isComputed(textbox), haveRules([textbox])]).toEqual([
        undefined,
        false,
        false,
      ]);
    }
  });
});

describe('10,000 generated documents', () => {
  const RUNS = { numRuns: 10_000 };

  test('are evaluated whatever their order, and the same after what is hidden was taken away', () => {
    fc.assert(
      fc.property(someDocument(), fc.boolean(), ({ fields, values }, reversed) => {
        const found = results(reversed ? fields.toReversed() : fields, values);
        expect(new Map([...found].sort())).toEqual(new Map([...results(fields, values)].sort()));
        const kept = { ...values };
        for (const [name, { shown, value, required }] of found) {
          if (!shown) expect([value, required]).toEqual([null, false]);
          kept[name] = value;
        }
        expect(results(fields, kept)).toEqual(found);
      }),
      RUNS,
    );
  });

  test('have a circle exactly if some field leads back to itself, and are evaluated even then', () => {
    fc.assert(
      fc.property(someDocument({ tangled: true }), ({ fields, values }) => {
        const book = rulebookOf(fields);
        expect(book.circle !== null).toBe(leadsBack(fields));
        expect(new Set(book.order)).toEqual(new Set(fields.map(({ name }) => name)));
        ruleProblems(book);
        for (const role_name of ['Buyer', 'Seller']) results(fields, values, role_name);
      }),
      RUNS,
    );
  });
});

/** True if a field's show or value needs the field itself, by the plainest search: the closure of what is needed. */
const leadsBack = (fields: readonly RuleField[]): boolean => {
  const inGroup = (one: RuleField) =>
    fields.filter(({ role_name, group }) => one.group !== null && role_name === one.role_name && group === one.group);
  const needs = new Map(
    fields.map((one) => {
      const shows = [one, ...inGroup(one).filter(({ name, rules }) => name !== one.name && rules?.for === 'group')];
      const references = [
        ...shows.flatMap(({ rules }) => (rules?.show ? referencesIn({ show: rules.show }) : [])),
        ...(one.rules?.value === undefined ? [] : referencesIn({ value: one.rules.value })),
      ];
      const names = references.flatMap(({ name, group }) => {
        const meant = fields.find((other) => other.name === name);
        const others = meant && group ? inGroup(meant).map((other) => other.name) : [];
        return [name, ...others];
      });
      return [one.name, new Set(names)] as const;
    }),
  );
  for (const known of needs.values()) {
    // A set grows while it is walked, so this ends with everything that is needed in any number of steps.
    for (const name of known) for (const further of needs.get(name) ?? []) known.add(further);
  }
  return [...needs].some(([name, all]) => all.has(name));
};
