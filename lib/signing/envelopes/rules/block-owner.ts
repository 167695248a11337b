import type { Caller } from '../../../people/access/caller.ts';

/**
 * The owner of the signatures and initials that a caller draws: a user's profile, or a recipient's. A session that has
 * to be verified has its own, and so has the link on a host's device: a picture that the person drew elsewhere isn't
 * there for whoever else gets a session of the role.
 */
export const blockOwner = (caller: Caller): string => {
  if (caller.kind === 'user') return caller.profile_id;
  return caller.session_id ?? (caller.key_type === 'in_person_link' ? caller.key_id : caller.profile_id);
};
