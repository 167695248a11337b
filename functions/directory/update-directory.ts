import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Directory, DirectoryChange } from '../../lib/people/directory/directory-schema.ts';
import { updateDirectory } from '../../lib/people/directory/directory-store.ts';

export const handler = operation(
  {
    id: 'updateDirectory',
    tag: 'Organizations',
    summary: 'Change how a directory keeps the members',
    description:
      'Which roles the people and the groups of the directory have here, and who gets what a member owned who leaves. It takes the right to ' +
      'appoint owners, because the directory puts in and takes out whomever it likes. Nobody becomes an owner by it.',
    route: 'PUT /v2/organizations/{organization_id}/directory',
    event: 'directory:updated',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    body: DirectoryChange,
    returns: Directory,
    errors: ['not_found'],
    access: { change: ['directory'], read: ['directoryUse', 'profile', 'group'], rights: true },
    examples: {
      body: {
        default_role: 'basic_user',
        role_groups: [{ group: 'Contract managers', role: 'member' }],
        hands_over: true,
        heir_id: null,
      },
    },
  },
  ({ caller, path, body }) => updateDirectory(caller, path.organization_id, body),
);
