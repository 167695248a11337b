import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { SCIM, SCIM_FAILURES } from '../../lib/http/scim/answer.ts';
import { ScimQuery } from '../../lib/http/scim/list.ts';
import { readScim } from '../../lib/http/scim/serve.ts';
import { ScimPath } from '../../lib/http/scim/wire.ts';

export const handler = operation(
  {
    id: 'readScimResources',
    tag: 'Directories',
    summary: 'Read users, groups, and what SCIM can do',
    description:
      'SCIM 2.0 (RFC 7644): `Users`, `Groups`, one of them by its id, `ServiceProviderConfig`, `ResourceTypes` and `Schemas`. Lists take a `filter`. The token is one of the ' +
      'organization (`POST /v2/organizations/{organization_id}/directory/tokens`). Failures have the form of RFC 7644 3.12.',
    route: 'GET /scim/v2/{path+}',
    unrecorded: 'last_use',
    session: 'none',
    path: ScimPath,
    query: ScimQuery,

    returns: z.unknown(),
    produces: SCIM,
    errors: ['not_found'],
    failureAs: SCIM_FAILURES,
    access: { read: ['directory', 'organization', 'profile', 'group'], change: ['directoryUse'] },
  },
  ({ path, query, headers }) => readScim({ path: path.path, query, headers }),
);
