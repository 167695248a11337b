import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../base/errors.ts';
import { ruleProblems } from '../../fields/rules/check-rules.ts';
import { readRules } from '../../fields/rules/read-rules.ts';
import type { Condition, RuleField } from '../../fields/rules/rule.ts';
import { type RuledField, ruleFieldOf } from '../../fields/rules/rule-fields.ts';
import { referencesIn, rulebookOf } from '../../fields/rules/rulebook.ts';
import type { RecipientType } from '../../storage/records/envelope.ts';

/**
 * Conditions of recipients (`only_if`), without I/O: whoever has one takes part only if it holds over what those have
 * submitted who act before. They are conditions of rules between fields (`fields/rules`), and evaluated by that code.
 */

/** A recipient of an envelope, or a role of a template, with its condition. */
export interface Conditional {
  role_name: string;
  type: RecipientType;
  sequence: number;
  step_needs?: number | null | undefined;
  only_if?: Condition | null | undefined;
}

/** Name and role of the field that stands for a recipient's condition: no other field can have them. */
export const CONDITION = '\u0000';

/** The field that is shown while the condition holds. */
export const conditionField = (only_if: Condition): RuleField => ({
  name: CONDITION,
  role_name: CONDITION,
  form: 'none',
  group: null,
  required: false,
  rules: { show: only_if },
});

/**
 * Reads a condition as a sender wrote it; null for none. Throws `invalid` for the parameter at what is no condition.
 */
export const readCondition = (given: unknown, parameter: string): Condition | null => {
  if (given === undefined || given === null) return null;
  const read = readRules({ show: given });
  if ('problem' in read) return invalid(`${parameter}${read.at.replace(/^show/, '')}`, read.problem);
  return read.rules.show ?? null;
};

/** A reason why a condition can't be followed; `at` is the recipient's place in the list. */
export interface ConditionProblem {
  at: number;
  /** Goes on from the member's name. */
  detail: string;
}

/** Problems of the conditions of these recipients, beside these fields. */
export const conditionProblems = (
  recipients: readonly Conditional[],
  fields: readonly RuledField[],
): ConditionProblem[] =>
  recipients.flatMap((recipient, at) => {
    const detail = recipient.only_if && recipient.type !== 'cc' ? problemOf(recipient, recipients, fields) : null;
    return (detail ?? differs(recipient, recipients)) ? [{ at, detail: detail ?? SAME }] : [];
  });

const SAME = 'must be the same for all of a step of which some are enough';

/** True if others of a step of which some are enough have another condition. */
const differs = (recipient: Conditional, recipients: readonly Conditional[]): boolean =>
  Boolean(recipient.step_needs) &&
  recipient.type !== 'cc' &&
  recipients.some(
    (other) =>
      other.type !== 'cc' &&
      other.sequence === recipient.sequence &&
      !isDeepStrictEqual(other.only_if ?? null, recipient.only_if ?? null),
  );

const problemOf = (
  { only_if, sequence }: Conditional,
  recipients: readonly Conditional[],
  fields: readonly RuledField[],
): string | null => {
  if (!only_if) return null;
  const book = rulebookOf([...fields.map(ruleFieldOf), conditionField(only_if)]);
  const [own] = ruleProblems(book).filter(({ field }) => field === CONDITION);
  if (own) return own.detail;
  const read = referencesIn({ show: only_if });
  if (read.length === 0) return 'must ask for a field';
  for (const { name } of read) {
    const role = book.fields.get(name)?.role_name;
    const by = recipients.find(({ role_name }) => role_name === role);
    if (!by || by.type === 'cc' || by.sequence >= sequence) {
      return `must ask for fields of recipients who act before: ${name} is not one`;
    }
  }
  return null;
};
