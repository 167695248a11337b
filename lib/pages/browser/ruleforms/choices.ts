import type { RuleField } from '../../../fields/rules/rule.ts';
import { ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import type { FieldOption } from '../../../fields/types.ts';
import type { Contents } from '../sending/draft.ts';
import { inReadingOrder } from '../sending/edits.ts';
import { called } from '../sending/titles.tsx';
import { fieldName } from './sentences.ts';
import { choiceOf } from './simple.ts';
import { say, w } from './words/index.ts';

/** The fields that a rule can use. */
export interface Choices {
  fields: ReadonlyMap<string, RuleField>;
  /** In reading order, by name and, where there are several people, whose they are. */
  list: readonly { field: RuleField; name: string }[];
  /** Groups of boxes or buttons, by the name of the first of each. */
  groups: readonly { first: string; name: string }[];
  /** The options of a dropdown; undefined for another field. */
  optionsOf: (name: string) => readonly FieldOption[] | undefined;
}

/** The fields that rules of these fields can use: all but themselves. */
export const choicesFor = (names: ReadonlySet<string>, all: Contents): Choices => {
  const fields = new Map(all.fields.map((field) => [field.name, ruleFieldOf(field)]));
  const people = new Map(all.roles.map((role) => [role.name, called(role, all.roles)]));
  const personOf = ({ role_name }: RuleField): string =>
    people.size > 1 ? ` · ${people.get(role_name) ?? role_name}` : '';
  const list = inReadingOrder(all)
    .filter(({ name }) => !names.has(name))
    .flatMap(({ name }) => fields.get(name) ?? [])
    .map((field) => ({ field, name: `${fieldName(field.name, all)}${personOf(field)}` }));
  const groups = list.flatMap(({ field }) => {
    const members = choiceOf(field.name, fields);
    const isFirst = list.find((one) => members.includes(one.field))?.field === field;
    // A group's choice can't decide over its own boxes.
    if (members.length < 2 || !isFirst || members.some(({ name }) => names.has(name))) return [];
    return [{ first: field.name, name: `${say(w.ruleGroup, { group: field.group ?? '' })}${personOf(field)}` }];
  });
  return {
    fields,
    list,
    groups,
    optionsOf: (name) => {
      const field = all.fields.find((one) => one.name === name);
      return field?.type === 'dropdown' ? field.options : undefined;
    },
  };
};
