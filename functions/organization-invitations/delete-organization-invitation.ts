import * as z from 'zod';
import { Confirmation, Email } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'deleteOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Delete an invitation',
    description: 'Its link stops working. Nobody is notified. You need the right to invite somebody to that role.',
    route: 'DELETE /v2/organization-invitations/{email}',
    event: 'invitation:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    path: z.strictObject({ email: Email }),
    returns: Confirmation,
    errors: ['invitation_not_found'],
    access: { read: ['invitation'], remove: ['invitation'], rights: true },
  },
  ({ caller, path }) => deleteInvitation(caller, path.email).then(() => 'OK'),
);
