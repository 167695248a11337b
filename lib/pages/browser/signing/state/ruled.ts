import { signal } from '@preact/signals';
import type { RulesSeen } from '../../../../fields/rules/seen.ts';
import type { Field, SigningEnvelope } from '../../shared/answers.ts';

/** Lays changes that the server doesn't have yet over fields. */
type Filled = (fields: Field[]) => Field[];

/** The envelope's fields, filled, as the rules of one recipient's have them: without those that are hidden. */
export type Evaluator = (envelope: SigningEnvelope, role_name: string, filled: Filled) => Field[];

/** The part of the page that evaluates rules. */
export interface RulePart {
  evaluate: Evaluator;
  /** States what the rules show of the recipient's own fields, as a submit says it. */
  seen: (envelope: SigningEnvelope, role_name: string, filled: Filled) => RulesSeen;
  /** Says in words that rules show something else than before, and of which fields. */
  explainChange: (before: readonly Field[], after: readonly Field[]) => string;
}

/** Loads what evaluates rules. Its folder uses this one, so the page's script names it. */
export const ruling: { load: () => Promise<RulePart> } = {
  load: () => Promise.reject(new Error('The page has no rules.')),
};

/** Evaluates rules between fields. Null until the part that can has come: it is loaded only where there are rules. */
export const rulePart = signal<RulePart | null>(null);

/** True if a rule says anything of the recipient's own fields. */
export const hasRules = ({ fields }: Pick<SigningEnvelope, 'fields'>, role_name: string): boolean =>
  fields.some((field) => field.role_name === role_name && !!field.settings.rules);

/** The fields under their rules; none until they can be evaluated. */
export const underRules: Evaluator = (envelope, role_name, filled) =>
  hasRules(envelope, role_name)
    ? (rulePart.value?.evaluate(envelope, role_name, filled) ?? [])
    : filled(envelope.fields);
