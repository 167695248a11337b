import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { NewDirectoryToken } from '../../lib/people/directory/directory-schema.ts';
import { createDirectoryToken } from '../../lib/people/directory/directory-store.ts';

export const handler = operation(
  {
    id: 'createDirectoryToken',
    tag: 'Organizations',
    summary: 'Make a token for the directory',
    description:
      'Only this answer shows the `token`, by which the directory presents itself to SCIM 2.0. It has no end. Two can be there at the same time, to ' +
      'replace one by the other.',
    route: 'POST /v2/organizations/{organization_id}/directory/tokens',
    event: 'directory:token_created',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    returns: NewDirectoryToken,
    answersSecret: true,
    errors: ['not_found', 'organization_full'],
    access: { change: ['directory'], rights: true },
  },
  ({ caller, path }) => createDirectoryToken(caller, path.organization_id),
);
