import { fail } from '../../base/errors.ts';
import { type DirectoryCaller, noteUse, readDirectoryCaller } from '../../people/directory/directory-caller.ts';
import {
  createDirectoryGroup,
  listDirectoryGroups,
  readDirectoryGroup,
  removeDirectoryGroup,
  updateDirectoryGroup,
} from '../../people/directory/directory-groups.ts';
import {
  createDirectoryMember,
  type DirectoryMember,
  groupsOfMember,
  listDirectoryMembers,
  readDirectoryMember,
  removeDirectoryMember,
  updateDirectoryMember,
} from '../../people/directory/directory-members.ts';
import { scimUrl } from '../../people/directory/directory-store.ts';
import type { Answer } from '../answer.ts';
import { check } from '../parse.ts';
import { nothing, scimAnswer, unchanged } from './answer.ts';
import { listResponse, type ScimQuery, ScimSearch, selected } from './list.ts';
import { patched } from './patch.ts';
import { demandVersion, presentGroup, presentUser, type Resource, statedGroup, statedMember } from './resources.ts';
import { describedBy, LIST } from './schemas.ts';

/** A request of SCIM, of whatever method. */
export interface ScimRequest {
  /** Path below `/scim/v2/`. */
  path: string;
  query: ScimQuery;
  body?: unknown;
  headers: Readonly<Record<string, string>>;
}

/** The kinds of resources that a directory changes, by the first part of their paths. */
const KINDS = {
  Users: {
    list: async (caller: DirectoryCaller): Promise<Resource[]> => {
      const { members, groups } = await listDirectoryMembers(caller);
      return members.map((member) => presentUser(member, groups));
    },
    read: async (caller: DirectoryCaller, id: string): Promise<Resource> =>
      userOf(await readDirectoryMember(caller, id)),
    create: async (caller: DirectoryCaller, resource: unknown): Promise<Resource> =>
      userOf(await createDirectoryMember(caller, statedMember(resource))),
    change: async (caller: DirectoryCaller, id: string, decide: (before: Resource) => unknown): Promise<Resource> =>
      userOf(
        await updateDirectoryMember(caller, id, (before, groups) =>
          statedMember(decide(presentUser(before, groups)), before),
        ),
      ),
    remove: removeDirectoryMember,
  },
  Groups: {
    list: async (caller: DirectoryCaller): Promise<Resource[]> => (await listDirectoryGroups(caller)).map(presentGroup),
    read: async (caller: DirectoryCaller, id: string): Promise<Resource> =>
      presentGroup(await readDirectoryGroup(caller, id)),
    create: async (caller: DirectoryCaller, resource: unknown): Promise<Resource> =>
      presentGroup(await createDirectoryGroup(caller, statedGroup(resource))),
    change: async (caller: DirectoryCaller, id: string, decide: (before: Resource) => unknown): Promise<Resource> =>
      presentGroup(await updateDirectoryGroup(caller, id, (before) => statedGroup(decide(presentGroup(before))))),
    remove: removeDirectoryGroup,
  },
};

/** Presents a member with the names of the groups, which takes a read where there are any. */
const userOf = async (member: DirectoryMember): Promise<Resource> => presentUser(member, await groupsOfMember(member));

/** Documents that only tell what is possible here. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['ServiceProviderConfig', 'ResourceTypes', 'Schemas']);

/**
 * Splits a path into its kind and id. Throws `not_found` for a kind that there isn't, and `method_not_allowed` for a
 * document that is only read.
 */
const target = (path: string) => {
  const [name = '', id, ...more] = path.replace(/\/$/, '').split('/');
  if (DESCRIPTIONS.has(name)) return fail('method_not_allowed', { allowed: 'GET' });
  if (more.length > 0 || !Object.hasOwn(KINDS, name)) return fail('not_found');
  return { kind: KINDS[name as keyof typeof KINDS], id: id?.toLowerCase() };
};

/** The id of a resource. Throws `not_found` for a path of all of its kind. */
const demandId = (id: string | undefined): string => id ?? fail('not_found');

/** Answers a resource, a list of them, or what SCIM can do here. Throws `unauthorized`, `not_found` and `invalid`. */
export const readScim = async ({ path, query, headers }: ScimRequest): Promise<Answer> => {
  const caller = await readDirectoryCaller(headers);
  // Every directory reads before it changes anything, so its changes need not note the use.
  await noteUse(caller);
  const described = description(path);
  if (described) return scimAnswer(described);
  const { kind, id } = target(path);
  if (id === undefined) return scimAnswer(listResponse(await kind.list(caller), query));
  const resource = await kind.read(caller, id);
  const isKnown = headers['if-none-match']?.split(',').some((one) => one.trim() === resource.meta.version);
  return isKnown ? unchanged(resource) : scimAnswer(selected(resource, query));
};

/** The document of discovery at a path (RFC 7644 4); undefined for paths of resources. Throws `not_found`. */
const description = (path: string): object | undefined => {
  const [name = '', id] = path.replace(/\/$/, '').split('/');
  if (!DESCRIPTIONS.has(name)) return undefined;
  const documents = describedBy(scimUrl());
  const document = documents[name as keyof typeof documents];
  if (!Array.isArray(document)) return document;
  if (id !== undefined) return document.find((one) => one.id === id) ?? fail('not_found');
  return {
    schemas: [LIST],
    totalResults: document.length,
    startIndex: 1,
    itemsPerPage: document.length,
    Resources: document,
  };
};

/**
 * Creates a resource, or answers a search (RFC 7644 3.4.3) below `.search`, for filters that no log should hold. Throws
 * the failures of `createDirectoryMember` and `createDirectoryGroup`.
 */
export const createScim = async ({ path, query, body, headers }: ScimRequest): Promise<Answer> => {
  const caller = await readDirectoryCaller(headers);
  const [, searched] = /^(?:(\w+)\/)?\.search$/.exec(path) ?? [];
  if (path.endsWith('.search')) return search(caller, searched, body);
  const { kind, id } = target(path);
  if (id !== undefined) return fail('not_found');
  const created = await kind.create(caller, body);
  return scimAnswer(selected(created, query), 201);
};

/** Answers a search of one kind of resources, or of all. */
const search = async (caller: DirectoryCaller, name: string | undefined, body: unknown): Promise<Answer> => {
  const kinds = name === undefined ? Object.values(KINDS) : [target(name).kind];
  const found = await Promise.all(kinds.map(({ list }) => list(caller)));
  return scimAnswer(listResponse(found.flat(), check(ScimSearch, body) as ScimQuery));
};

/** Replaces a resource by the one of the body (RFC 7644 3.5.1); `id` and `meta` of the body don't count. */
export const replaceScim = (request: ScimRequest): Promise<Answer> =>
  changeScim(request, (before, body) => ({ ...(body as object), id: before.id }));

/** Changes a resource by operations (RFC 7644 3.5.2). */
export const patchScim = (request: ScimRequest): Promise<Answer> => changeScim(request, patched);

const changeScim = async (
  { path, query, body, headers }: ScimRequest,
  apply: (before: Resource, body: unknown) => unknown,
): Promise<Answer> => {
  const caller = await readDirectoryCaller(headers);
  const { kind, id } = target(path);
  const changed = await kind.change(caller, demandId(id), (before) => {
    demandVersion(before, headers);
    return apply(before, body);
  });
  return scimAnswer(selected(changed, query));
};

/** Removes a resource. Throws the failures of `removeDirectoryMember` and `removeDirectoryGroup`. */
export const removeScim = async ({ path, headers }: ScimRequest): Promise<Answer> => {
  const caller = await readDirectoryCaller(headers);
  const { kind, id } = target(path);
  const own = demandId(id);
  if (headers['if-match']) demandVersion(await kind.read(caller, own), headers);
  await kind.remove(caller, own);
  return nothing();
};
