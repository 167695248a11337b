import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ContactChange } from '../../lib/people/contacts/contact-schema.ts';
import { updateContact } from '../../lib/people/contacts/contact-store.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';

export const handler = operation(
  {
    id: 'updateOrganizationContact',
    tag: 'Organization Contacts',
    summary: 'Change a contact',
    description: 'Envelopes that were sent to the contact stay as they are.',
    route: 'PATCH /v2/organization-contacts/{profile_id}',
    event: 'contact:updated',
    session: 'user',
    callableBy: 'contacts:write',
    permissions: ['envelope:create'],
    path: idPath('profile_id'),
    body: ContactChange,
    returns: Profile,
    errors: ['not_found'],
    access: { change: ['contact'] },
    examples: { body: { phone: '+1 202 555 0101' } },
  },
  ({ caller, path, body }) => updateContact(caller, path.profile_id, body),
);
