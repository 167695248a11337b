import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteDirectoryToken } from '../../lib/people/directory/directory-store.ts';

export const handler = operation(
  {
    id: 'deleteDirectoryToken',
    tag: 'Organizations',
    summary: 'Delete a token of the directory',
    description: 'The next request with it is refused.',
    route: 'DELETE /v2/organizations/{organization_id}/directory/tokens/{token_id}',
    event: 'directory:token_deleted',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id', 'token_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { change: ['directory'], remove: ['directoryUse'], rights: true },
  },
  ({ caller, path }) => deleteDirectoryToken(caller, path.organization_id, path.token_id).then(() => 'OK'),
);
