import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { isHashOf } from '../../base/ids.ts';
import { directoryAt, directoryUseAt, noteTokenUse } from '../../storage/directories.ts';
import { preconditionOf } from '../../storage/engine/preconditions.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { DirectoryItem } from '../../storage/records/directory.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { UserCaller } from '../access/caller.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { describeAct } from '../administration/act.ts';
import { bearer, failWithoutToken } from '../sessions/bearer.ts';

/** A client of an organization's directory. */
export interface DirectoryCaller extends UserCaller {
  directory: DirectoryItem;
  organization: OrganizationItem;
  token_id: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Organization, token and secret. */
const TOKEN = new RegExp(`^(${UUID})\\.(${UUID})\\.([\\w-]{43})$`);

/**
 * Reads the client behind the token of the request. It acts for nobody: with the rights of an owner, because it takes
 * owners out, too; that it makes nobody an owner is up to what the directory may ask for (`directory-schema.ts`). Its
 * writes hold only while the token does. One read of two records. Throws `unauthorized`.
 */
export const readDirectoryCaller = async (headers: Record<string, string>): Promise<DirectoryCaller> => {
  const presented = bearer(headers.authorization);
  if (presented === undefined) return failWithoutToken(headers, 'Authorization');
  const [, organization_id = '', token_id = '', secret = ''] = TOKEN.exec(presented) ?? fail('unauthorized');
  const [directory, organization] = await readTogether([directoryAt(organization_id), organizationAt(organization_id)]);
  const token = directory?.tokens.find(({ id }) => id === token_id);
  if (!directory || !organization || !token || !isHashOf(token.secret_hash, secret)) return fail('unauthorized');
  const client = { kind: 'directory', id: token.id, name: 'SCIM' } as const;
  describeAct({
    whose: { organization_id, actor: { user_id: null, profile_id: null, email: null, name: null }, client },
  });
  return {
    kind: 'user',
    user_id: '',
    profile_id: '',
    organization_id,
    email: '',
    email_verified: true,
    first_name: 'SCIM',
    last_name: '',
    session_id: '',
    client: null,
    scopes: null,
    roles: ['owner'],
    permissions: effectivePermissions(['owner']),
    global_admin: false,
    preconditions: [preconditionOf(directory, 'updated_at')],
    directory,
    organization,
    token_id,
  };
};

/** Notes the day on which a token was used, on its first use of a day. One read. */
export const noteUse = async ({ organization_id, token_id }: DirectoryCaller): Promise<void> => {
  const today = timestamp().slice(0, 10);
  const use = await readAt(directoryUseAt(organization_id, token_id));
  if ((use?.last_used_on ?? '') < today) await noteTokenUse(organization_id, token_id, today);
};
