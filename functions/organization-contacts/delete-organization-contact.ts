import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteContact } from '../../lib/people/contacts/contact-store.ts';

export const handler = operation(
  {
    id: 'deleteOrganizationContact',
    tag: 'Organization Contacts',
    summary: 'Delete a contact',
    route: 'DELETE /v2/organization-contacts/{profile_id}',
    event: 'contact:deleted',
    session: 'user',
    callableBy: 'contacts:write',
    permissions: ['envelope:create', 'org:update'],
    path: idPath('profile_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { write: ['organizationCounts'], remove: ['contact'] },
  },
  ({ caller, path }) => deleteContact(caller, path.profile_id).then(() => 'OK'),
);
