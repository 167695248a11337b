import * as z from 'zod';
import { deleteContact } from '../../lib/contacts/store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Confirmation, Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'deleteOrganizationContact',
    tag: 'Organization Contacts',
    summary: 'Delete a contact',
    route: 'DELETE /v2/organization-contacts/{profile_id}',
    session: 'user',
    callableBy: 'contacts:write',
    permissions: ['org:update'],
    path: z.strictObject({ profile_id: Id }),
    returns: Confirmation,
    errors: ['not_found'],
    access: { table: ['UpdateItem', 'DeleteItem'] },
  },
  async ({ caller, path }) => {
    await deleteContact(caller, path.profile_id);
    return 'OK';
  },
);
