import { childrenOf } from '../../storage/organization-family.ts';
import type { UserCaller } from '../access/caller.ts';
import { presentOrganization } from './organization.ts';
import type { Organization } from './organization-schema.ts';
import { demandOwn } from './organization-store.ts';

/** The most children of one organization: their list stays bounded. */
export const MAX_CHILDREN = 500;

/** Lists the children of the caller's organization, the oldest first. Throws `not_found` for any other organization. */
export const listChildren = async (caller: UserCaller, organization_id: string): Promise<Organization[]> => {
  demandOwn(caller, organization_id);
  return (await childrenOf(organization_id)).map(presentOrganization);
};
