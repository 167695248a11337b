import type { Party } from '../../../storage/records/envelope.ts';
import { isSamePerson, type Placed } from '../../templates/steps.ts';

/**
 * Steps of an envelope, without I/O: the recipients of one `sequence`. Where `step_needs` says how many of them are
 * enough, the step is done once so many have submitted, and the others are released.
 */
type Member = Pick<Party, 'sequence' | 'type' | 'status' | 'delegated_to' | 'step_needs'>;

/** True for recipients who act themselves: neither `cc` nor delegators. */
export const mustAct = ({ type, delegated_to }: Pick<Member, 'type' | 'delegated_to'>): boolean =>
  type !== 'cc' && delegated_to === null;

/** Recipients of a step, without delegators and copies. */
export const stepOf = <T extends Member>(recipients: readonly T[], { sequence }: Pick<Member, 'sequence'>): T[] =>
  recipients.filter((one) => mustAct(one) && one.sequence === sequence);

/** Recipients of a step who have submitted. */
export const signersOf = <T extends Member>(step: readonly T[]): T[] =>
  step.filter(({ status }) => status === 'submitted');

/** True once enough of a step's recipients have submitted; always false for a step that needs them all. */
export const isEnough = (step: readonly Member[]): boolean => {
  const needs = needsOf(step);
  return needs !== null && signersOf(step).length >= needs;
};

/**
 * True while enough recipients of a step are left who haven't declined; always false for a step that needs them all.
 */
export const canBeEnough = (step: readonly Member[]): boolean => {
  const needs = needsOf(step);
  return needs !== null && step.filter(({ status }) => status !== 'declined').length >= needs;
};

const needsOf = ([first]: readonly Pick<Member, 'step_needs'>[]): number | null => first?.step_needs ?? null;

/**
 * True if the person would be in the recipient's step beside somebody else of the step, who is the same person. Only a
 * step that needs some minds.
 */
export const isTwiceInStep = <T extends Member & Pick<Placed, 'email' | 'phone'> & Pick<Party, 'role_name'>>(
  recipients: readonly T[],
  recipient: T,
  person: Pick<Placed, 'email' | 'phone'>,
): boolean =>
  Boolean(recipient.step_needs) &&
  stepOf(recipients, recipient).some((other) => other.role_name !== recipient.role_name && isSamePerson(other, person));

/** A step of which some are enough, as `envelope:created` binds it. */
export interface StepEvidence {
  sequence: number;
  step_needs: number;
  /** Roles of its recipients, in their order. */
  roles: string[];
}

/** The steps of which some are enough, in their order. */
export const sentSteps = (recipients: readonly Party[]): StepEvidence[] => {
  const sequences = new Set(recipients.filter(({ step_needs }) => step_needs).map(({ sequence }) => sequence));
  return [...sequences]
    .sort((a, b) => a - b)
    .map((sequence) => {
      const step = stepOf(recipients, { sequence });
      return { sequence, step_needs: needsOf(step) ?? 0, roles: step.map(({ role_name }) => role_name) };
    });
};
