import { evaluateRules } from '../../../fields/rules/results.ts';
import { ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import { type Rulebook, rulebookOf } from '../../../fields/rules/rulebook.ts';
import { type RulesSeen, seenBy } from '../../../fields/rules/seen.ts';
import type { Field } from '../shared/answers.ts';
import { labelOf, onePerGroup } from '../signing/state/fields.ts';
import type { Evaluator, RulePart } from '../signing/state/ruled.ts';
import { quoted, say, w } from './words/index.ts';

/** The last fields whose rules were read, and their rulebook: a changed value leaves it as it is. */
let known: { fields: readonly Field[]; book: Rulebook } | undefined;

const bookOf = (fields: readonly Field[]): Rulebook => {
  const isKnown =
    known?.fields.length === fields.length && fields.every((field, at) => hasSameRules(field, known?.fields[at]));
  const book = isKnown && known ? known.book : rulebookOf(fields.map(ruleFieldOf));
  known = { fields, book };
  return book;
};

const hasSameRules = (one: Field, other: Field | undefined): boolean =>
  one === other || (other !== undefined && one.name === other.name && rulePart(one) === rulePart(other));

const rulePart = (field: Field): string => JSON.stringify(ruleFieldOf(field));

/** A field as it was sent and filled, before any rule: the server answers it under its rules. */
const beforeRules = (answered: Field): Field => {
  const { rule, ...field } = answered;
  if (!rule) return answered;
  const known = given.get(answered);
  if (known) return known;
  const value = rule.shown ? field.value : rule.kept_value;
  const made = { ...field, value, required: rule.always_required };
  given.set(answered, made);
  return made;
};

/** Fields before any rule, by the answered ones: the same one each time, so that little is drawn anew. */
const given = new WeakMap<Field, Field>();

/** Fields before any rule with what is typed, and the results of the rules of one recipient's. */
const ruledFields = (...[{ fields: answered, recipients }, role_name, filled]: Parameters<Evaluator>) => {
  // Of others' fields, what counts is what was answered.
  const fields = filled(answered.map((field) => (field.role_name === role_name ? beforeRules(field) : field)));
  const submitted = new Set(recipients.filter(({ status }) => status === 'submitted').map((one) => one.role_name));
  const values = new Map(
    fields
      .filter((field) => field.role_name === role_name || submitted.has(field.role_name))
      .map(({ name, value }) => [name, value]),
  );
  const results = evaluateRules(bookOf(fields), { role_name, given: (name) => values.get(name) ?? null });
  return { fields, results };
};

/**
 * The fields under the rules of one recipient's, which see of others' values what was submitted. Hidden ones are left
 * out; computed ones have their value and can't be changed.
 */
export const evaluate: Evaluator = (...given) => {
  const { fields, results } = ruledFields(...given);
  return fields.flatMap((field) => {
    const result = results.get(field.name);
    if (!result) return [field];
    if (!result.shown) return [];
    const { required, computed, value } = result;
    if (computed) {
      const stamped_text = value === field.value ? field.stamped_text : null;
      return [{ ...field, required, readonly: true, value, stamped_text }];
    }
    return [required === field.required ? field : { ...field, required }];
  });
};

/** States what the rules show of the recipient's own fields. */
export const seen = (...given: Parameters<RulePart['seen']>): RulesSeen => seenBy(ruledFields(...given).results);

/**
 * Says that rules show something else than before, and names the fields that came, went, or are required or computed.
 */
export const explainChange: RulePart['explainChange'] = (before, after) => {
  const fact = ({ name, required, readonly, value }: Field) => JSON.stringify([name, required, readonly && value]);
  const [was, is] = [new Set(before.map(fact)), new Set(after.map(fact))];
  const changed = [...before.filter((one) => !is.has(fact(one))), ...after.filter((one) => !was.has(fact(one)))];
  const names = [...new Set(onePerGroup(changed).map((field) => labelOf(field)))];
  return say(w.rulesChanged, { fields: { trusted: names.map((name) => quoted(name)).join(', ') } });
};
