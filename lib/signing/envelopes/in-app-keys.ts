import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';

/**
 * The older in-app keys of the recipient's role, which open for whoever has the role, bound to the one who has it now: they
 * open from now on what this person may see, not what comes to the role.
 */
export const boundInAppKeys = (
  { keys }: Pick<EnvelopeState, 'keys'>,
  { role_name, profile_id }: Pick<RecipientItem, 'role_name' | 'profile_id'>,
): AccessKeyItem[] =>
  keys.filter((key) => key.role_name === role_name && key.profile_id === null).map((key) => ({ ...key, profile_id }));
