import type { RuleResult } from './rule.ts';

/** One recipient's own fields as a page shows them by the rules, for a submit. */
export interface RulesSeen {
  /** Names of the fields that it doesn't show. */
  hidden: readonly string[];
  /** Names of the fields that it shows and requires. */
  required: readonly string[];
  /** The values that it computed; null for none. */
  computed: readonly { field: string; value: string | null }[];
}

type Result = Pick<RuleResult, 'shown' | 'required' | 'computed' | 'value'>;

/** The statement that these results give, of all fields of the recipient's, by name. */
export const seenBy = (results: ReadonlyMap<string, Result>): RulesSeen => {
  const all = [...results].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = (isSo: (result: Result) => boolean) => all.filter(([, one]) => isSo(one)).map(([name]) => name);
  return {
    hidden: named(({ shown }) => !shown),
    required: named(({ shown, required }) => shown && required),
    computed: all
      .filter(([, { shown, computed }]) => shown && computed)
      .map(([field, { value }]) => ({ field, value: value || null })),
  };
};

/** Names of the fields of which two statements say something else, by name. */
export const seenOtherwise = (one: RulesSeen, other: RulesSeen): string[] => {
  const facts = ({ hidden, required, computed }: RulesSeen) =>
    new Map([
      ...hidden.map((name) => [`hidden ${name}`, name] as const),
      ...required.map((name) => [`required ${name}`, name] as const),
      ...computed.map(({ field, value }) => [`computed ${JSON.stringify([field, value || null])}`, field] as const),
    ]);
  const [a, b] = [facts(one), facts(other)];
  const different = [...a, ...b].filter(([fact]) => !a.has(fact) || !b.has(fact)).map(([, name]) => name);
  return [...new Set(different)].sort();
};
