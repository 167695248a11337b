import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Directory } from '../../lib/people/directory/directory-schema.ts';
import { readDirectory } from '../../lib/people/directory/directory-store.ts';

export const handler = operation(
  {
    id: 'getDirectory',
    tag: 'Organizations',
    summary: 'Get how a directory keeps the members',
    description: 'Settings of SCIM 2.0, and its tokens without their secrets.',
    route: 'GET /v2/organizations/{organization_id}/directory',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    returns: Directory,
    errors: ['not_found'],
    access: { read: ['directory', 'directoryUse'] },
  },
  ({ caller, path }) => readDirectory(caller, path.organization_id),
);
