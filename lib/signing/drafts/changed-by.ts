import type { UserCaller } from '../../people/access/caller.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { Template } from '../../storage/records/template.ts';
import type { Draft } from './draft-schema.ts';

/** Whoever changed a draft last. A read, unless it is the caller. */
export const changedBy = async (caller: UserCaller, { header }: Template): Promise<Draft['changed_by']> => {
  const profile_id = header.changed_by ?? header.profile_id;
  if (profile_id === caller.profile_id) return named(profile_id, caller);
  const [profile] = await readTogether([profileAt(header.organization_id, profile_id)]);
  return named(profile_id, profile);
};

const named = (profile_id: string, person: { first_name: string; last_name: string } | undefined) => ({
  profile_id,
  full_name: person ? `${person.first_name} ${person.last_name}`.trim() : null,
});
