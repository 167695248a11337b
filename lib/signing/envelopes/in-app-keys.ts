import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';

/**
 * Binds the older in-app keys of a role, which open for whoever has the role, to its current person: from then on they
 * open only what this person may see.
 */
export const boundInAppKeys = (
  { keys }: Pick<EnvelopeState, 'keys'>,
  { role_name, profile_id }: Pick<RecipientItem, 'role_name' | 'profile_id'>,
): AccessKeyItem[] =>
  keys.filter((key) => key.role_name === role_name && key.profile_id === null).map((key) => ({ ...key, profile_id }));
