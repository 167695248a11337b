import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { SCIM, SCIM_FAILURES } from '../../lib/http/scim/answer.ts';
import { ScimQuery } from '../../lib/http/scim/list.ts';
import { patchScim } from '../../lib/http/scim/serve.ts';
import { ScimPath, ScimResource } from '../../lib/http/scim/wire.ts';

export const handler = operation(
  {
    id: 'changeScimResource',
    tag: 'Directories',
    summary: 'Change a user or a group',
    description:
      'SCIM 2.0 (RFC 7644 3.5.2): `add`, `remove` and `replace`, in either case. Who is not `active` is locked, and out with the next call.',
    route: 'PATCH /scim/v2/{path+}',
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
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      },
    },
  },
  ({ path, query, body, headers }) => patchScim({ path: path.path, query, body, headers }),
);
