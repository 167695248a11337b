import { evaluateRules } from '../../../fields/rules/results.ts';
import type { Condition } from '../../../fields/rules/rule.ts';
import { ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import { rulebookOf } from '../../../fields/rules/rulebook.ts';
import type { FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { CONDITION, conditionField } from '../../templates/conditions.ts';
import { rolesSeen, submittedByRules } from './field-rules.ts';

/** True if the recipient takes part, by what the others have submitted. Total, as the rules between fields are. */
export const isWanted = (
  { only_if }: Pick<RecipientItem, 'only_if'>,
  fields: readonly FieldItem[],
  recipients: readonly RecipientItem[],
): boolean => {
  if (!only_if) return true;
  const submitted = new Set(rolesSeen(recipients));
  const counted = submittedByRules(fields, recipients).filter(({ role_name }) => submitted.has(role_name));
  const values = new Map(counted.map(({ name, value }) => [name, value]));
  const book = rulebookOf([...fields.map(ruleFieldOf), conditionField(only_if)]);
  const given = (name: string): string | null => values.get(name) ?? null;
  return evaluateRules(book, { role_name: CONDITION, given }).get(CONDITION)?.shown ?? false;
};

/** A recipient's condition, as `envelope:created` binds it. */
export interface ConditionEvidence {
  role_name: string;
  only_if: Condition;
}

/** The conditions of the recipients, in their order. */
export const sentConditions = (recipients: readonly RecipientItem[]): ConditionEvidence[] =>
  recipients.flatMap(({ role_name, only_if }) => (only_if ? [{ role_name, only_if }] : []));
