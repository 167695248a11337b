import type { ComponentType } from 'preact';
import type { Condition } from '../../../fields/rules/rule.ts';
import type { Contents, PlacedField, Role } from './draft.ts';

export interface ChosenFields {
  /** The chosen fields; a change is made to each. */
  fields: readonly PlacedField[];
  change: (how: (field: PlacedField) => PlacedField) => void;
}

export interface RuleSectionProps extends ChosenFields {
  shown: Contents;
}

/** Fields that are about to be removed although rules or people's conditions use them. */
export interface RemovingProps {
  names: ReadonlySet<string>;
  /** Removes the fields, and what goes with them. */
  remove: (contents: Contents) => Contents;
  onDone: () => void;
  /** The person who is removed with them; null if none is. */
  person: string | null;
}

/** A person, and what sets the person's condition; null for none. */
export interface PersonConditionProps {
  role: Role;
  shown: Contents;
  change: (only_if: Condition | null) => void;
}

interface RuleForms {
  PersonCondition: ComponentType<PersonConditionProps>;
  RuleSection: ComponentType<RuleSectionProps>;
  Removing: ComponentType<RemovingProps>;
}

/** Loads the forms with which a sender makes rules. Their folder uses this one, so the page's script names it. */
export const ruleForms: { load: () => Promise<RuleForms> } = {
  load: () => Promise.reject(new Error('The page has no forms of rules.')),
};
