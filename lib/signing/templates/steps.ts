import { sameEmail } from '../../base/email-address.ts';
import { invalid } from '../../base/errors.ts';
import type { RecipientType } from '../../storage/records/envelope.ts';
import type { TemplateRoleItem } from '../../storage/records/template.ts';

/**
 * Steps of templates and envelopes, without I/O: the roles of one `sequence`. Where some of them are enough, each says
 * how many (`step_needs`). Copies are on no step.
 */

/** A recipient of an envelope, or a role of a template, by its place and its person. */
export interface Placed {
  type: RecipientType;
  sequence: number;
  step_needs?: number | null | undefined;
  email: string | null;
  phone: string | null;
}

type Reached = Pick<Placed, 'email' | 'phone'>;

/** True for two addresses of one person. */
export const isSamePerson = (one: Reached, other: Reached): boolean =>
  one.email || other.email
    ? sameEmail(one.email ?? '', other.email ?? '')
    : one.phone !== null && one.phone === other.phone;

/** A reason why a step can't be done as its sender says; `at` is the recipient's place in the list. */
export interface StepProblem {
  at: number;
  member: 'step_needs' | 'email';
  /** Goes on from the member's name. */
  detail: string;
}

/** The reason why an address is refused in a step of which some are enough. */
export const ONCE = 'must be nobody else’s of its step: where some are enough, each person counts once';

const onSteps = <T extends Pick<Placed, 'type' | 'sequence'>>(roles: readonly T[]): Map<number, T[]> =>
  Map.groupBy(
    roles.filter(({ type }) => type !== 'cc'),
    ({ sequence }) => sequence,
  );

/** Problems of the steps of these recipients. */
export const stepProblems = (recipients: readonly Placed[]): StepProblem[] =>
  [...onSteps(recipients.map((one, at) => ({ ...one, at })))].flatMap(([sequence, step]): StepProblem[] => {
    const stated = step.filter(({ step_needs }) => step_needs);
    const [first] = stated;
    if (!first) return [];
    const needs = first.step_needs ?? 0;
    const other = stated.find(({ step_needs }) => step_needs !== needs);
    if (other) {
      const detail = `must be the same for all recipients of sequence ${sequence}: another one says ${needs}`;
      return [{ at: other.at, member: 'step_needs', detail }];
    }
    if (needs > step.length) {
      const detail = `must be at most ${step.length}: sequence ${sequence} has no more recipients who sign or approve`;
      return [{ at: first.at, member: 'step_needs', detail }];
    }
    const twice = step.find((one, index) => step.slice(0, index).some((before) => isSamePerson(before, one)));
    return twice ? [{ at: twice.at, member: 'email', detail: ONCE }] : [];
  });

type Role = TemplateRoleItem;
type Given = Pick<Role, 'name'> & { step_needs?: number | null | undefined };

/**
 * The roles of a template after a change, with one number in each step: the given one, else that of the roles that were
 * there, else that of the step that moved as a whole, else none. `given` is what the change says of roles, in its
 * order; `before` has a renamed role under its new name. Throws `invalid` for `parameter` if the change leaves fewer
 * roles in a step than it needs, where there were enough.
 */
export const withSteps = (
  before: readonly Role[],
  after: readonly Role[],
  given: readonly Given[],
  parameter: string,
): Role[] => {
  const earlier = onSteps(before);
  const steps = onSteps(after);
  const needs = new Map([...steps].map(([sequence, step]) => [sequence, keptNeeds(step, sequence, before, earlier)]));
  for (const { name, step_needs } of given) {
    const role = after.find((one) => one.name === name);
    if (role && role.type !== 'cc' && step_needs !== undefined) needs.set(role.sequence, step_needs);
  }
  for (const [sequence, step] of steps) {
    const needed = needs.get(sequence) ?? 0;
    const was = earlier.get(sequence) ?? [];
    const couldBeDone = was.length > 0 && (was[0]?.step_needs ?? 0) <= was.length;
    if (needed > step.length && couldBeDone) {
      const people = `sequence ${sequence} would need ${needed} and have ${step.length}`;
      invalid(parameter, `would leave too few roles in a step: ${people}. Lower its step_needs first`);
    }
  }
  return after.map((role) => {
    const needed = (role.type === 'cc' ? undefined : needs.get(role.sequence)) ?? undefined;
    if ((role.step_needs ?? undefined) === needed) return role;
    const { step_needs: _, ...rest } = role;
    return needed ? { ...rest, step_needs: needed } : rest;
  });
};

const keptNeeds = (
  step: readonly Role[],
  sequence: number,
  before: readonly Role[],
  earlier: ReadonlyMap<number, readonly Role[]>,
): number | null => {
  const placesBefore = step.map(({ name }) => before.find((one) => one.name === name));
  const stayed = placesBefore.find((one) => one && one.type !== 'cc' && one.sequence === sequence);
  if (stayed) return stayed.step_needs ?? null;
  const [first] = placesBefore;
  if (!first || first.type === 'cc' || placesBefore.some((one) => one?.sequence !== first.sequence)) return null;
  return earlier.get(first.sequence)?.length === step.length ? (first.step_needs ?? null) : null;
};
