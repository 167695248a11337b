import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { SCIM, SCIM_FAILURES } from '../../lib/http/scim/answer.ts';
import { ScimQuery } from '../../lib/http/scim/list.ts';
import { removeScim } from '../../lib/http/scim/serve.ts';
import { ScimPath } from '../../lib/http/scim/wire.ts';

export const handler = operation(
  {
    id: 'deleteScimResource',
    tag: 'Directories',
    summary: 'Remove a user or a group',
    description:
      'SCIM 2.0 (RFC 7644 3.6). What a removed member owned goes to the heir whom the organization has named, or to an owner. The last owner stays.',
    route: 'DELETE /scim/v2/{path+}',
    event: 'member:deleted',
    session: 'none',
    path: ScimPath,
    query: ScimQuery,

    returns: z.unknown(),
    produces: SCIM,
    errors: ['method_not_allowed', 'not_found', 'last_owner', 'version_stale', 'permissions_changed'],
    failureAs: SCIM_FAILURES,
    access: {
      read: ['directory', 'user', 'profilesOfUser', 'group'],
      change: ['organization', 'profile'],
      write: ['job'],
      remove: ['user', 'emailAddress', 'profile', 'membership', 'group'],
    },
  },
  ({ path, query, headers }) => removeScim({ path: path.path, query, headers }),
);
