import fc from 'fast-check';
import {
  COMPARATORS,
  type Comparator,
  type Condition,
  type FieldRules,
  type Formula,
  type RuleField,
} from '../../../lib/fields/rules/rule.ts';

/** Generated documents: fields with rules that may refer to any field, and values that people may type. */
export interface GeneratedDocument {
  fields: RuleField[];
  values: Record<string, string | null>;
}

const ROLES = ['Buyer', 'Seller'];
const GROUPS = [null, 'one', 'two'];
const FORMS = ['text', 'text', 'text', 'date', 'option', 'tick', 'choice', 'ink', 'file'] as const;

const NUMBERS = [
  '0',
  '1',
  '2.5',
  '-3',
  '1,5',
  '1.234',
  '1.234,50',
  '12 345',
  '1e5',
  '0.1',
  '999999999999999999999999999',
];
const DATES = ['2026-12-31', '01/31/2026', '2024-02-29', '2026-02-30'];
const TEXTS = ['', ' ', 'water', 'mould', 'x'.repeat(200), 'Łódź', 'true', 'false'];
const VALUES: Record<RuleField['form'], readonly (string | null)[]> = {
  text: [null, ...NUMBERS, ...TEXTS],
  date: [null, '12/31/2026', '01/31/2026', '02/29/2024'],
  option: [null, 'water', 'mould', '10'],
  tick: [null, 'true', 'false'],
  choice: [null, 'true', 'false'],
  ink: [null, 'signed'],
  file: [null, 'attached'],
  moment: [null],
  none: [null],
};

const constant = fc.constantFrom(...NUMBERS, ...DATES, ...TEXTS);

const rulesOver = (names: readonly string[]): fc.Arbitrary<{ condition: Condition; formula: Formula }> =>
  fc.letrec<{ condition: Condition; formula: Formula }>((tie) => {
    const name = fc.constantFrom(...names);
    const formulas = fc.array(tie('formula'), { minLength: 1, maxLength: 3 });
    const pair = fc.array(tie('formula'), { minLength: 2, maxLength: 2 });
    const comparison = fc
      .tuple(fc.constantFrom(...(Object.keys(COMPARATORS) as Comparator[])), tie('formula'))
      .map(([is, value]) => ({ is, value }));
    return {
      condition: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name.map((field) => ({ field, is: 'filled' as const })),
        fc.tuple(name, comparison).map(([field, rest]) => ({ field, ...rest })),
        fc
          .tuple(name, fc.constantFrom('equals' as const, 'contains' as const), name)
          .map(([group_of, is, value]) => ({ group_of, is, value })),
        fc.tuple(tie('formula'), comparison).map(([of, rest]) => ({ of, ...rest })),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
        tie('condition').map((not) => ({ not })),
      ),
      formula: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        constant,
        name.map((field) => ({ field })),
        name.map((group_of) => ({ group_of })),
        formulas.map((sum) => ({ sum })),
        formulas.map((product) => ({ product })),
        formulas.map((concat) => ({ concat })),
        pair.map((subtract) => ({ subtract })),
        pair.map((divide) => ({ divide })),
        pair.map((days_between) => ({ days_between })),
        pair.map((add_days) => ({ add_days })),
        fc.tuple(tie('formula'), fc.nat(20)).map(([round, digits]) => ({ round, digits })),
        fc
          .tuple(tie('condition'), tie('formula'), tie('formula'))
          .map(([condition, yes, no]) => ({ if: condition, then: yes, else: no })),
      ),
    };
  }) as unknown as fc.Arbitrary<{ condition: Condition; formula: Formula }>;

/** Rules of fields that all may refer to the names: circles and wrong kinds are among them. */
const someRules = (names: readonly string[]): fc.Arbitrary<FieldRules | undefined> => {
  const { condition, formula } = rulesOver(names) as unknown as {
    condition: fc.Arbitrary<Condition>;
    formula: fc.Arbitrary<Formula>;
  };
  return fc.option(
    fc.record(
      { show: condition, require: condition, value: formula, for: fc.constant('group' as const) },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  );
};

/**
 * Documents of a few fields. Rules refer to earlier fields only, so that there is no circle, unless `tangled` lets them
 * refer to any.
 */
export const someDocument = ({ tangled = false } = {}): fc.Arbitrary<GeneratedDocument> =>
  fc.integer({ min: 1, max: 8 }).chain((count) => {
    const names = Array.from({ length: count }, (_, index) => `f${index}`);
    const fields = names.map((name, index) => {
      const known = tangled ? names : names.slice(0, index);
      return fc
        .tuple(
          fc.constantFrom(...ROLES),
          fc.constantFrom(...FORMS),
          tangled ? fc.constantFrom(...GROUPS) : fc.constant(null),
          fc.boolean(),
          fc.option(fc.record({ decimals: fc.constantFrom(null, 0, 2) }), { nil: undefined }),
          known.length > 0 ? someRules(known) : fc.constant(undefined),
        )
        .chain(([role_name, form, group, required, number, rules]) =>
          fc.constantFrom(...VALUES[form]).map((value) => ({
            field: {
              name,
              role_name,
              form,
              group,
              required,
              ...(number && form === 'text' ? { number } : {}),
              ...(rules ? { rules } : {}),
            } satisfies RuleField,
            value,
          })),
        );
    });
    return fc.tuple(...fields).map((made) => ({
      fields: made.map(({ field }) => field),
      values: Object.fromEntries(made.map(({ field, value }) => [field.name, value])),
    }));
  });
