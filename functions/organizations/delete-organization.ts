import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteOrganization } from '../../lib/offboarding/organization-deletion.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'deleteOrganization',
    tag: 'Organizations',
    summary: "Delete the caller's organization",
    description:
      'At once the organization is gone, its members are out, its keys are dead and what was still to be signed is ' +
      'canceled. Within about two hours everything else is removed: members and the accounts of those who belong to no other ' +
      'organization, contacts, groups, invitations, brands, templates, settings, and every envelope that was not completed. ' +
      '**What proves a signature is kept:** completed envelopes with their recipients, their chain of events, the documents ' +
      'as sent and as sealed, attachments, and the certificate of completion, which their recipients can still get at. ' +
      'The log of administration follows four days later: an export from before (`exportOrganization` has it too) can still be ' +
      'proven offline. Removed files can be restored from the bucket for 90 days. The webhook hears `organization_deleted`. Answers tokens ' +
      "for the caller's next profile, or null. Refused while `deletion_protected` is on, and while there are children.",
    route: 'DELETE /v2/organizations/{organization_id}',
    event: 'organization:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:delete'],
    path: idPath('organization_id'),
    returns: AuthenticateResponse.nullable(),
    answersSecret: true,
    errors: ['not_found', 'organization_protected', 'organization_has_children', 'wrong_session'],
    access: {
      read: ['profilesOfUser', 'organization', 'profile'],
      change: ['user', 'organizationCounts'],
      write: ['session', 'emailAddress', 'outbox', 'job'],
      remove: ['user', 'emailAddress', 'organization', 'profile', 'membership'],
      keys: ['user-token'],
    },
  },
  ({ caller, path }) => deleteOrganization(caller, path.organization_id),
);
