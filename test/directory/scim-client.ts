import type { Api } from '../api.ts';
import type { Company } from '../identity-providers/company.ts';
import { ok } from '../stories/envelope.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
/** The parts of an answer that tests read: of a resource, a list or an error. */
export interface Scim {
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  externalId?: string;
  name: { givenName: string; familyName: string };
  emails: { value: string; primary: boolean }[];
  groups?: { value: string; display: string }[];
  members?: { value: string; display: string }[];
  meta: { version: string; location: string };
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Scim[];
  scimType?: string;
  detail: string;
  status: string;
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory's client with a token. */
export const scimClient = ({ request }: Api, token: string) => {
  const send = (method: string, path: string, input: { body?: unknown; query?: object; headers?: object } = {}) =>
    request<Scim>(
      method,
      `/scim/v2/${path}`,
      {},
      {
        ...(input.body === undefined ? {} : { body: input.body }),
        query: { ...input.query },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...input.headers },
      },
    );
  return {
    read: (path: string, query: object = {}, headers: object = {}) => send('GET', path, { query, headers }),
    create: (path: string, body: unknown) => send('POST', path, { body }),
    replace: (path: string, body: unknown, headers: object = {}) => send('PUT', path, { body, headers }),
    patch: (path: string, Operations: readonly object[], headers: object = {}) =>
      send('PATCH', path, { body: { schemas: [PATCH], Operations }, headers }),
    remove: (path: string, headers: object = {}) => send('DELETE', path, { headers }),
  };
};
export type ScimClient = ReturnType<typeof scimClient>;

/** A new token of the company's directory. */
export const newToken = async (api: Api, { owner, path }: Company): Promise<{ id: string; token: string }> =>
  ok(await api.as(owner).createDirectoryToken({ path }));

let people = 0;
/** A user as a directory states one. */
export const newUser = ({ domain }: Company, more: object = {}) => {
  people += 1;
  return {
    schemas: [USER],
    userName: `grace-${people}@${domain}`,
    name: { givenName: 'Grace', familyName: `Number ${people}` },
    emails: [{ value: `grace-${people}@${domain}`, type: 'work', primary: true }],
    active: true,
    ...more,
  };
};

export const newGroup = (displayName: string, members: readonly string[] = []) => ({
  schemas: [GROUP],
  displayName,
  members: members.map((value) => ({ value })),
});
