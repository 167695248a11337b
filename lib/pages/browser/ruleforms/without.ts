import type { Condition, FieldRules, Formula } from '../../../fields/rules/rule.ts';
import { ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import { choicesIn, referencesIn } from '../../../fields/rules/rulebook.ts';
import type { Contents, PlacedField, Role } from '../sending/draft.ts';

/** Takes fields that are removed out of the rules and conditions that use them. Pure. */

/** The rules of a field; undefined without any, or where something else stands in their place. */
export const rulesOf = (field: PlacedField): FieldRules | undefined => ruleFieldOf(field).rules;

/** The fields, beside those with these names, whose rules use one of them. */
export const usersOf = (fields: readonly PlacedField[], names: ReadonlySet<string>): PlacedField[] =>
  fields.filter((field) => {
    const rules = names.has(field.name) ? undefined : rulesOf(field);
    return rules !== undefined && uses(rules, names);
  });

/** The fields with rules that don't use these names: conditions and operands with them are left out. */
export const withoutUse = (fields: readonly PlacedField[], names: ReadonlySet<string>): PlacedField[] => {
  const users = new Set(usersOf(fields, names));
  return fields.map((field) => {
    const rules = users.has(field) ? rulesOf(field) : undefined;
    return rules ? { ...field, settings: withRules(field.settings, adapted(rules, names)) } : field;
  });
};

/** The people whose conditions use one of the fields with these names. */
export const conditionedOn = (roles: readonly Role[], names: ReadonlySet<string>): Role[] =>
  roles.filter(({ only_if }) => only_if && uses({ show: only_if }, names));

/** The contents without use of these names; whoever has no condition left takes part in any case. */
export const withoutUseIn = (contents: Contents, names: ReadonlySet<string>): Contents => {
  const users = new Set(conditionedOn(contents.roles, names));
  return {
    ...contents,
    fields: withoutUse(contents.fields, names),
    roles: contents.roles.map((role) =>
      users.has(role) && role.only_if ? { ...role, only_if: conditionWithout(role.only_if, names) ?? null } : role,
    ),
  };
};

/** Settings with these rules, or with none if nothing is left of them. */
export const withRules = (settings: PlacedField['settings'], rules: FieldRules): PlacedField['settings'] => {
  const { rules: _, ...others } = settings;
  const { show, require, value } = rules;
  if (!show && !require && value === undefined) return others;
  const { for: scope, ...own } = rules;
  // A formula is of one field alone.
  return { ...others, rules: scope && value === undefined ? { ...own, for: scope } : own };
};

const adapted = ({ show, require, value, ...others }: FieldRules, names: ReadonlySet<string>): FieldRules => {
  const left = {
    show: show && conditionWithout(show, names),
    require: require && conditionWithout(require, names),
    value: value === undefined ? undefined : formulaWithout(value, names),
  };
  return { ...others, ...Object.fromEntries(Object.entries(left).filter(([, part]) => part !== undefined)) };
};

const uses = (rules: FieldRules, names: ReadonlySet<string>): boolean =>
  referencesIn(rules).some(({ name }) => names.has(name)) || choicesIn(rules).some((name) => names.has(name));

const conditionWithout = (condition: Condition, names: ReadonlySet<string>): Condition | undefined => {
  const partsOf = (all: readonly Condition[]): Condition[] => all.flatMap((one) => conditionWithout(one, names) ?? []);
  if ('all' in condition || 'any' in condition) {
    const isAny = 'any' in condition;
    const parts = partsOf(isAny ? condition.any : condition.all);
    if (parts.length < 2) return parts[0];
    return isAny ? { any: parts } : { all: parts };
  }
  if ('not' in condition) {
    const left = conditionWithout(condition.not, names);
    return left && { not: left };
  }
  return uses({ show: condition }, names) ? undefined : condition;
};

/** Operands of sums and joined texts may go; without one of its operands, another formula means nothing. */
const formulaWithout = (formula: Formula, names: ReadonlySet<string>): Formula | undefined => {
  if (!uses({ value: formula }, names)) return formula;
  if (typeof formula === 'string') return formula;
  if ('round' in formula) {
    const rounded = formulaWithout(formula.round, names);
    return rounded === undefined ? undefined : { ...formula, round: rounded };
  }
  const operandsLeft = (operands: readonly Formula[]): Formula[] =>
    operands.flatMap((one) => formulaWithout(one, names) ?? []);
  if ('sum' in formula) return some(operandsLeft(formula.sum), (sum) => ({ sum }));
  if ('concat' in formula) return some(operandsLeft(formula.concat), (concat) => ({ concat }));
  return undefined;
};

const some = (operands: Formula[], make: (operands: Formula[]) => Formula): Formula | undefined =>
  operands.length > 0 ? make(operands) : undefined;
