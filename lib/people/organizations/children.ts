import { childrenOf } from '../../storage/organization-family.ts';
import type { UserCaller } from '../access/caller.ts';
import { type Organization, presentOrganization } from './record.ts';
import { demandOwn } from './store.ts';

/** Children that one organization may have: what keeps their list bounded. */
export const MAX_CHILDREN = 500;

/** The organizations below the caller's own, the oldest first; 404 for any other. */
export const listChildren = async (caller: UserCaller, organization_id: string): Promise<Organization[]> => {
  demandOwn(caller, organization_id);
  return (await childrenOf(organization_id)).map(presentOrganization);
};
