import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { listContacts } from '../../lib/people/contacts/contact-store.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';

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
    access: { read: ['contact'] },
  },
  ({ caller }) => listContacts(caller),
);
