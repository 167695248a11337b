import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../../fields/rules/rule.ts';
import type { RecipientType } from '../../storage/records/envelope.ts';

/**
 * Recipients who are put in by an earlier one (`named_by`, “your spouse's address”), without I/O: the sender knows the
 * role, and somebody who acts before gives the person.
 */

/** A recipient of an envelope, or a role of a template, with the role of whoever puts the person in. */
export interface Nameable {
  role_name: string;
  type: RecipientType;
  sequence: number;
  step_needs?: number | null | undefined;
  only_if?: Condition | null | undefined;
  named_by?: string | null | undefined;
  first_name: string | null;
  last_name: string | null;
}

/** True for a recipient whose person isn't known yet, because an earlier recipient puts it in. */
export const isUnnamed = ({
  named_by,
  first_name,
  last_name,
}: Pick<Nameable, 'named_by' | 'first_name' | 'last_name'>) => Boolean(named_by) && !first_name && !last_name;

/** A reason why nobody could put a person in; `at` is the recipient's place in the list. */
export interface NamingProblem {
  at: number;
  /** Goes on from the member's name. */
  detail: string;
}

/** Problems of these recipients who are put in by others. */
export const namingProblems = (recipients: readonly Nameable[]): NamingProblem[] =>
  recipients.flatMap((recipient, at) => {
    const detail = isUnnamed(recipient) ? problemOf(recipient, recipients) : null;
    return detail ? [{ at, detail }] : [];
  });

const problemOf = (recipient: Nameable, recipients: readonly Nameable[]): string | null => {
  const by = recipients.find(({ role_name }) => role_name === recipient.named_by);
  const isBefore = by && by.type !== 'cc' && (recipient.type === 'cc' || by.sequence < recipient.sequence);
  if (!by || !isBefore || by === recipient) {
    return `must be the role of a recipient who signs or approves before: ${recipient.named_by} is not one`;
  }
  const surely = `must be the role of somebody who surely acts: ${by.role_name} is`;
  if (by.step_needs) return `${surely} in a step of which some are enough`;
  if (by.only_if && !isDeepStrictEqual(by.only_if, recipient.only_if ?? null)) {
    return `${surely} there under a condition that the other does not have`;
  }
  return null;
};

/** The roles after one got another name, or was removed (null): nobody is put in by a role that isn't there. */
export const withNamer = <T extends { named_by?: string | null | undefined }>(
  roles: readonly T[],
  name: string,
  newName: string | null,
): T[] => roles.map((role) => (role.named_by === name ? { ...role, named_by: newName } : role));
