import type { RuleField } from '../../../fields/rules/rule.ts';
import { ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import type { FieldOption } from '../../../fields/types.ts';
import type { Contents } from '../sending/draft.ts';
import { inReadingOrder } from '../sending/edits.ts';
import { called } from '../sending/titles.tsx';
import { fieldName } from './sentences.ts';

/** The fields that a rule can use. */
export interface Choices {
  fields: ReadonlyMap<string, RuleField>;
  /** In reading order, by name and, where there are several people, whose they are. */
  list: readonly { field: RuleField; name: string }[];
  /** The options of a dropdown; undefined for another field. */
  optionsOf: (name: string) => readonly FieldOption[] | undefined;
}

/** The fields that rules of these fields can use: all but themselves. */
export const choicesFor = (names: ReadonlySet<string>, all: Contents): Choices => {
  const fields = new Map(all.fields.map((field) => [field.name, ruleFieldOf(field)]));
  const people = new Map(all.roles.map((role) => [role.name, called(role, all.roles)]));
  const list = inReadingOrder(all)
    .filter(({ name }) => !names.has(name))
    .flatMap(({ name }) => fields.get(name) ?? [])
    .map((field) => {
      const person = people.size > 1 ? ` · ${people.get(field.role_name) ?? field.role_name}` : '';
      return { field, name: `${fieldName(field.name, all)}${person}` };
    });
  return {
    fields,
    list,
    optionsOf: (name) => {
      const field = all.fields.find((one) => one.name === name);
      return field?.type === 'dropdown' ? field.options : undefined;
    },
  };
};
