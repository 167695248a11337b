import { FIELD_KINDS } from '../kinds.ts';
import type { FieldSettings, FieldType } from '../types.ts';
import { readRules } from './read-rules.ts';
import type { FieldRules, RuleField } from './rule.ts';

/** The part of a field of a template, a draft or an envelope that its rules need. */
export interface RuledField {
  name: string;
  role_name: string;
  type: FieldType;
  group: string | null;
  required: boolean;
  validator: string | null;
  settings: FieldSettings;
}

/** Rules that were read, by the object that has them: settings are copied often, and their rules never change. */
const known = new WeakMap<object, FieldRules | undefined>();

/** The rules in a field's settings; undefined without any, or where something else stands there. */
export const rulesIn = ({ rules }: FieldSettings): FieldRules | undefined => {
  if (typeof rules !== 'object' || rules === null) return undefined;
  if (!known.has(rules)) {
    const read = readRules(rules);
    known.set(rules, 'rules' in read ? read.rules : undefined);
  }
  return known.get(rules);
};

/** True if the platform computes the field's value. */
export const isComputed = ({ settings }: Pick<RuledField, 'settings'>): boolean =>
  rulesIn(settings)?.value !== undefined;

/** True if any field has rules. */
export const haveRules = (fields: readonly Pick<RuledField, 'settings'>[]): boolean =>
  fields.some(({ settings }) => rulesIn(settings) !== undefined);

/** The field as rules see it. */
export const ruleFieldOf = ({ name, role_name, type, group, required, validator, settings }: RuledField): RuleField => {
  const rules = rulesIn(settings);
  const number = numberOf(validator, settings);
  return {
    name,
    role_name,
    form: FIELD_KINDS[type].value,
    group,
    required,
    ...(number ? { number } : {}),
    ...(rules ? { rules } : {}),
  };
};

const numberOf = (validator: string | null, { number }: FieldSettings): RuleField['number'] | undefined => {
  if (typeof number !== 'object' || number === null) return validator === 'number' ? { decimals: null } : undefined;
  const { decimals } = number as { decimals?: unknown };
  return { decimals: typeof decimals === 'number' ? decimals : null };
};
