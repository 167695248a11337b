import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { hashSecret, newId, newSecret } from '../../base/ids.ts';
import { directoryAt, directoryRecord, directoryUsesOf, directoryWrites } from '../../storage/directories.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { DirectoryItem, DirectoryToken, DirectoryUseItem } from '../../storage/records/directory.ts';
import { demandToAppoint } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { findHeir } from '../members/heir.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import type { Directory, DirectoryChange, NewDirectoryToken, Token } from './directory-schema.ts';

/** The most tokens of one organization: one in use, and the one that replaces it. */
const MAX_TOKENS = 2;

/** Reads how a directory keeps the organization's members. Throws `not_found` for another organization. */
export const readDirectory = async (caller: UserCaller, organization_id: string): Promise<Directory> => {
  demandOwn(caller, organization_id);
  const [item, uses] = await Promise.all([readAt(directoryAt(organization_id)), directoryUsesOf(organization_id)]);
  return presentDirectory(item, uses);
};

/**
 * Changes how a directory keeps the organization's members. Throws `invalid` for an heir who can't own anything, and
 * for a group that is named twice.
 */
export const updateDirectory = async (
  caller: UserCaller,
  organization_id: string,
  stated: DirectoryChange,
): Promise<Directory> => {
  demandOwn(caller, organization_id);
  demandToAppoint(caller, [stated.default_role, ...stated.role_groups.map(({ role }) => role)]);
  const names = stated.role_groups.map(({ group }) => group.toLowerCase());
  if (new Set(names).size < names.length) invalid('role_groups', 'must name each group once');
  if (stated.heir_id && !(await findHeir(organization_id, stated.heir_id)))
    invalid('heir_id', 'must be an active member of your organization with the permission envelope:create');
  const changed = await write(caller, organization_id, (before) => {
    const { default_role, role_groups, hands_over, heir_id } = stated;
    const settings = { default_role, role_groups, hands_over, heir_id };
    const changes = Object.entries(settings).flatMap(([member, to]) => {
      const from = before[member as keyof typeof settings];
      return isDeepStrictEqual(from, to) ? [] : [{ member, from, to }];
    });
    describeAct({ object: { id: organization_id }, changes });
    return { ...before, ...settings };
  });
  return presentDirectory(changed, await directoryUsesOf(organization_id));
};

/** Makes a token for the directory's client, and returns it this once. Throws `organization_full`. */
export const createDirectoryToken = async (caller: UserCaller, organization_id: string): Promise<NewDirectoryToken> => {
  demandOwn(caller, organization_id);
  const secret = newSecret();
  const token: DirectoryToken = {
    id: newId(),
    secret_hash: hashSecret(secret),
    created_at: timestamp(),
  };
  describeAct({ object: { id: token.id } });
  await write(caller, organization_id, (before) => {
    if (before.tokens.length >= MAX_TOKENS) fail('organization_full', { limit: MAX_TOKENS, things: 'tokens' });
    return { ...before, tokens: [...before.tokens, token] };
  });
  return { ...presentToken(token, []), token: `${organization_id}.${token.id}.${secret}` };
};

/** Deletes a token: its next request is refused. Throws `not_found`. */
export const deleteDirectoryToken = async (
  caller: UserCaller,
  organization_id: string,
  token_id: string,
): Promise<void> => {
  demandOwn(caller, organization_id);
  describeAct({ object: { id: token_id } });
  const decide = (before: Settings): Settings => {
    const tokens = before.tokens.filter(({ id }) => id !== token_id);
    if (tokens.length === before.tokens.length) fail('not_found');
    return { ...before, tokens };
  };
  await write(caller, organization_id, decide, [directoryWrites.forgetUse(organization_id, token_id)]);
};

type Settings = Pick<DirectoryItem, 'tokens' | 'default_role' | 'role_groups' | 'hands_over' | 'heir_id'>;

const write = (
  caller: UserCaller,
  organization_id: string,
  decide: (before: Settings) => Settings,
  beside: readonly Write[] = [],
): Promise<DirectoryItem> =>
  change(
    () => readAt(directoryAt(organization_id)),
    (before) => {
      const at = timestamp();
      const settings = decide(before ?? NONE);
      const { tokens, default_role, role_groups, hands_over, heir_id } = settings;
      const item = directoryRecord({
        organization_id,
        ...{ tokens, default_role, role_groups, hands_over, heir_id },
        created_at: before?.created_at ?? at,
        updated_at: at,
      });
      return { writes: [directoryWrites.save(item, before), ...beside], answer: item };
    },
    { write: (writes) => transactAs(caller, writes) },
  );

/** Settings of an organization that has stated none. */
const NONE: Settings = { tokens: [], default_role: 'member', role_groups: [], hands_over: false, heir_id: null };

const presentDirectory = (item: Settings | undefined, uses: readonly DirectoryUseItem[]): Directory => {
  const { default_role, role_groups, hands_over, heir_id, tokens } = item ?? NONE;
  return {
    scim_url: scimUrl(),
    default_role: default_role as Directory['default_role'],
    role_groups: role_groups as Directory['role_groups'],
    hands_over,
    heir_id,
    tokens: tokens.map((token) => presentToken(token, uses)),
  };
};

const presentToken = ({ id, created_at }: DirectoryToken, uses: readonly DirectoryUseItem[]): Token => ({
  id,
  created_at,
  last_used_on: uses.find(({ token_id }) => token_id === id)?.last_used_on ?? null,
});

/** Address of SCIM, to which the paths of its resources are added. */
export const scimUrl = (): string => `${config.baseUrl()}/scim/v2`;
