import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { SCIM, SCIM_FAILURES } from '../../lib/http/scim/answer.ts';
import { ScimQuery } from '../../lib/http/scim/list.ts';
import { replaceScim } from '../../lib/http/scim/serve.ts';
import { ScimPath, ScimResource } from '../../lib/http/scim/wire.ts';

export const handler = operation(
  {
    id: 'replaceScimResource',
    tag: 'Directories',
    summary: 'Replace a user or a group',
    description:
      'SCIM 2.0 (RFC 7644 3.5.1). Who is not `active` is locked, and out with the next call. An address stays as it is, and whom an administrator has locked here is unlocked here.',
    route: 'PUT /scim/v2/{path+}',
    event: 'member:updated',
    session: 'none',
    path: ScimPath,
    query: ScimQuery,
    body: ScimResource,
    returns: z.unknown(),
    produces: SCIM,
    errors: [
      'method_not_allowed',
      'not_found',
      'already_member',
      'group_name_taken',
      'last_owner',
      'member_locked_here',
      'version_stale',
      'permissions_changed',
    ],
    failureAs: SCIM_FAILURES,
    access: {
      read: ['directory', 'organization', 'user'],
      change: ['profile', 'group'],
      write: ['job'],
      bulk: ['session'],
    },
    examples: {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'grace@example.com',
        name: { givenName: 'Grace', familyName: 'Murray Hopper' },
        active: true,
      },
    },
  },
  ({ path, query, body, headers }) => replaceScim({ path: path.path, query, body, headers }),
);
