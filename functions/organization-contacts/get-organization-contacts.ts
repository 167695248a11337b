import * as z from 'zod';
import { listContacts } from '../../lib/contacts/store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Profile } from '../../lib/profiles/record.ts';

export const handler = operation(
  {
    id: 'getOrganizationContacts',
    tag: 'Organization Contacts',
    summary: "List the organization's contacts",
    description: 'By last name.',
    route: 'GET /v2/organization-contacts',
    session: 'user',
    callableBy: 'contacts:read',
    permissions: ['member:view'],
    returns: z.array(Profile),
    access: { table: ['Query'] },
  },
  ({ caller }) => listContacts(caller),
);
