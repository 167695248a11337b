import { operation } from '../../lib/http/operation.ts';
import { MAX_CONTACTS, NewContact } from '../../lib/people/contacts/contact-schema.ts';
import { createContact } from '../../lib/people/contacts/contact-store.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';

export const handler = operation(
  {
    id: 'createOrganizationContact',
    tag: 'Organization Contacts',
    summary: 'Create organization contact',
    description:
      'A profile with the role `contact`, without an account: an entry in the address book that members choose recipients ' +
      `from. An organization keeps at most ${MAX_CONTACTS}.`,
    route: 'POST /v2/organization-contacts',
    event: 'contact:created',
    session: 'user',
    callableBy: 'contacts:write',
    permissions: ['envelope:create'],
    body: NewContact,
    returns: Profile,
    errors: ['organization_full'],
    access: { write: ['organizationCounts', 'contact'] },
    examples: {
      body: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+1 202 555 0100' },
    },
  },
  ({ caller, body }) => createContact(caller, body),
);
