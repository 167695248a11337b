import type { AuthMethod, RecipientType } from '../../storage/records/envelope.ts';

/** Details of a recipient or a role that a group can't have. */
interface Grouped {
  type?: RecipientType | null | undefined;
  delegator?: boolean | null | undefined;
  name_locked?: boolean | null | undefined;
  named_by?: string | null | undefined;
  auth_methods?: readonly AuthMethod[] | null | undefined;
}

/**
 * The reason why a recipient can't be a group with a shared mailbox; null if it can. Goes on from the member's name.
 * Whoever comes first says the own name, so nothing can be fixed or checked by a name before.
 */
export const groupProblem = ({ type, delegator, name_locked, named_by, auth_methods }: Grouped): string | null => {
  if (type === 'cc') return 'is for who signs or approves';
  const [other] = [
    ...(delegator ? ['delegator'] : []),
    ...(name_locked ? ['name_locked'] : []),
    ...(named_by ? ['named_by'] : []),
    ...(auth_methods?.includes('kba') ? ['the method kba'] : []),
  ];
  return other ? `can't be together with ${other}: whoever of the group comes first says the own name` : null;
};
