import { signal } from '@preact/signals';
import type { Field, SigningEnvelope } from '../shared/answers.ts';

/** The envelope's fields as the rules of one recipient's have them, without those that are hidden. */
export type Evaluator = (envelope: SigningEnvelope, role_name: string) => Field[];

/** Evaluates rules between fields. Null until the part that can has come: it is loaded only where there are rules. */
export const evaluator = signal<Evaluator | null>(null);

/** True if a rule says anything of the recipient's own fields. */
export const hasRules = ({ fields }: Pick<SigningEnvelope, 'fields'>, role_name: string): boolean =>
  fields.some((field) => field.role_name === role_name && !!field.settings.rules);

/** The envelope under its rules. Until they can be evaluated, it has none of the recipient's own fields. */
export const underRules = (envelope: SigningEnvelope, role_name: string): SigningEnvelope => {
  if (!hasRules(envelope, role_name)) return envelope;
  const fields =
    evaluator.value?.(envelope, role_name) ?? envelope.fields.filter((field) => field.role_name !== role_name);
  return { ...envelope, fields };
};
