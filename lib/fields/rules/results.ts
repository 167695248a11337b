import { isVisible } from '../visible.ts';
import { compute, FAULT, holds, kindOfField, type Outcome, outcomeFrom, type Scope, textFor } from './evaluate.ts';
import type { RuleField, RuleResult } from './rule.ts';
import type { Rulebook } from './rulebook.ts';

/** A recipient's role whose rules are evaluated, with the values that they may see. */
export interface Evaluation {
  role_name: string;
  /**
   * The stored value of a field: of the role's own fields as given, hidden ones too; of another's fields the value that
   * counted when that person submitted, else null.
   */
  given: (name: string) => string | null;
}

/**
 * Evaluates the rules of one role's fields, in one pass: the results by field. Total, whatever the rules and values
 * are: what can't be read has no value, and what isn't so isn't shown.
 */
export const evaluateRules = (book: Rulebook, { role_name, given }: Evaluation): Map<string, RuleResult> => {
  const results = new Map<string, RuleResult>();
  const outcomes = new Map<string, Outcome>();
  const others = new Map<string, string | null>();
  // All of a group come before what needs their choice, so it never changes once it was asked for.
  const choices = new Map<readonly RuleField[], readonly string[]>();

  const finalOf = (field: RuleField): string | null => {
    if (field.role_name === role_name) return results.get(field.name)?.value ?? null;
    const known = others.get(field.name);
    if (known !== undefined) return known;
    const value = given(field.name);
    others.set(field.name, value);
    return value;
  };
  const scope: Scope = {
    outcomeOf: (name) => {
      const field = book.fields.get(name);
      if (!field) return null;
      if (field.role_name === role_name) return outcomes.get(name) ?? null;
      return outcomeFrom(finalOf(field), field);
    },
    isFilled: (name) => {
      const field = book.fields.get(name);
      return field !== undefined && countsAsFilled(field, finalOf(field));
    },
    choiceOf: (name) => {
      const group = book.groups.get(name) ?? [];
      const known = choices.get(group);
      if (known) return known;
      const chosen = group
        .filter((field) => isTick(field) && countsAsFilled(field, finalOf(field)))
        .map((field) => field.name);
      choices.set(group, chosen);
      return chosen;
    },
    kindOf: (name) => {
      const field = book.fields.get(name);
      return field ? kindOfField(field) : 'text';
    },
  };

  for (const name of book.order) {
    const field = book.fields.get(name);
    if (!field || field.role_name !== role_name) continue;
    const hidden_by = (book.shownBy.get(name) ?? []).filter(({ rules }) => rules?.show && !holds(rules.show, scope));
    const shown = hidden_by.length === 0;
    const { value, outcome } = valueIn(field, shown, given, scope);
    results.set(name, {
      shown,
      required: false,
      value,
      computed: field.rules?.value !== undefined,
      hidden_by: hidden_by.map((one) => one.name),
      required_by: [],
    });
    outcomes.set(name, outcome);
  }
  for (const [name, result] of results) {
    if (!result.shown) continue;
    const required_by = (book.requiredBy.get(name) ?? []).filter(
      ({ rules }) => rules?.require && holds(rules.require, scope),
    );
    result.required_by = required_by.map((one) => one.name);
    result.required = required_by.length > 0 || (book.fields.get(name)?.required ?? false);
  }
  return results;
};

const valueIn = (
  field: RuleField,
  shown: boolean,
  given: (name: string) => string | null,
  scope: Scope,
): { value: string | null; outcome: Outcome } => {
  if (!shown) return { value: null, outcome: null };
  const formula = field.rules?.value;
  if (formula === undefined) {
    const value = given(field.name);
    return { value, outcome: outcomeFrom(isTick(field) ? (value ?? 'false') : value, field) };
  }
  const text = textFor(compute(formula, scope), field);
  return text === FAULT ? { value: null, outcome: FAULT } : { value: text, outcome: outcomeFrom(text, field) };
};

const isTick = ({ form }: Pick<RuleField, 'form'>): boolean => form === 'tick' || form === 'choice';

const countsAsFilled = (field: RuleField, value: string | null): boolean =>
  isTick(field) ? value === 'true' : isVisible(value ?? '');
