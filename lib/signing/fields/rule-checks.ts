import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../base/errors.ts';
import { type RuleProblem, ruleProblems } from '../../fields/rules/check-rules.ts';
import { readRules } from '../../fields/rules/read-rules.ts';
import type { Condition } from '../../fields/rules/rule.ts';
import { haveRules, type RuledField, ruleFieldOf, rulesIn } from '../../fields/rules/rule-fields.ts';
import { rulebookOf } from '../../fields/rules/rulebook.ts';
import type { FieldDefinition } from './field-schema.ts';

/**
 * Returns the field with its rules in their one form. Throws `invalid`, naming the parameter after `prefix`, for what
 * is no rule, a default beside a formula, and a rule that would demand a value of a field that nobody can fill.
 */
export const checkOwnRules = (field: FieldDefinition, prefix: string): FieldDefinition => {
  const { rules: given, ...rest } = field.settings;
  if (given === undefined) return field;
  if (given === null) return { ...field, settings: rest };
  const read = readRules(given);
  if ('problem' in read)
    return invalid(`${prefix}settings.${['rules', read.at].filter(Boolean).join('.')}`, read.problem);
  const { rules } = read;
  if (rules.value !== undefined && field.default) {
    invalid(`${prefix}default`, 'a field with a formula has the computed value and no other');
  }
  if (rules.require && field.readonly && rules.value === undefined && !field.default) {
    invalid(`${prefix}settings.rules.require`, 'nobody could fill the field: it is readonly and empty');
  }
  return { ...field, settings: { ...rest, rules } };
};

/** All faults of rules between these fields. */
export const problemsOfRules = (fields: readonly RuledField[]): RuleProblem[] =>
  haveRules(fields) ? ruleProblems(rulebookOf(fields.map(ruleFieldOf))) : [];

/**
 * Throws `invalid` for the first fault of the rules of these fields, or of a circle that they are part of. `placeOf`
 * names the parameter of a field, up to its `settings`; undefined for fields whose faults don't count.
 */
export const demandSoundRules = (
  fields: readonly RuledField[],
  placeOf: (field: string) => string | undefined,
): void => {
  for (const { field, at, detail, circle = [field] } of problemsOfRules(fields)) {
    const concerned = circle.find((name) => placeOf(name) !== undefined);
    if (concerned === undefined) continue;
    const place = ['settings', 'rules', ...(concerned === field ? [at] : [])].filter(Boolean).join('.');
    invalid(`${placeOf(concerned)}${place}`, detail);
  }
};

/** Names of the fields whose rules are other than before. */
export const changedRules = (before: readonly RuledField[], after: readonly RuledField[]): Set<string> => {
  // Reading gives members one order, whatever order the table has.
  const textOf = ({ settings }: RuledField) => JSON.stringify(rulesIn(settings));
  const known = new Map(before.map((field) => [field.name, textOf(field)]));
  return new Set(
    after.filter((field) => textOf(field) && known.get(field.name) !== textOf(field)).map(({ name }) => name),
  );
};

/** The fields whose rules name `from`, with rules that name `to` instead. */
export const withRenamed = <T extends RuledField>(fields: readonly T[], from: string, to: string): T[] =>
  fields.flatMap((field) => {
    const before = rulesIn(field.settings);
    const rules = renamed(before, from, to);
    return isDeepStrictEqual(rules, before) ? [] : [{ ...field, settings: { ...field.settings, rules } }];
  });

/** The roles whose conditions name `from`, with conditions that name `to` instead. */
export const withRenamedIn = <T extends { only_if?: Condition | null }>(
  roles: readonly T[],
  from: string,
  to: string,
): T[] =>
  roles.flatMap((role) => {
    const only_if = renamed(role.only_if, from, to);
    return isDeepStrictEqual(only_if, role.only_if) ? [] : [{ ...role, only_if }];
  });

/** The part of a rule with the name in it replaced. A choice in a group is compared with names, too. */
const renamed = <T>(part: T, from: string, to: string): T => {
  if (Array.isArray(part)) return part.map((one) => renamed(one, from, to)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const ofChoice = 'group_of' in part;
  return Object.fromEntries(
    Object.entries(part).map(([member, value]) => {
      const isName = member === 'field' || member === 'group_of' || (ofChoice && member === 'value');
      return [member, isName && value === from ? to : renamed(value, from, to)];
    }),
  ) as T;
};
