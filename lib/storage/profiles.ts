import { profileKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { ProfileItem } from './records/profile.ts';

export const profileAt = (organization_id: string, id: string): At<ProfileItem> => at(profileKey(organization_id, id));
