import { operation } from '../../lib/http/operation.ts';
import { acceptInvitation } from '../../lib/people/invitations/accept.ts';
import { Acceptance } from '../../lib/people/invitations/invitation-input-schema.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'acceptOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Accept an invitation',
    description:
      'Makes an account with this password where the address has none, and the address counts as verified; an ' +
      'account that there is joins, where the password is its own (and the sign-in continues with its second ' +
      'factor, if it has one: {mfa_required}). Answers tokens for the new place. A token is good for one use.',
    route: 'POST /v2/organization-invitations/accept',
    event: 'invitation:accepted',
    session: 'none',
    body: Acceptance,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: [
      'invitation_not_found',
      'wrong_password',
      'mfa_required',
      'provider_required',
      'network_refused',
      'already_member',
      'organization_full',
    ],
    access: {
      read: ['organization', 'invitation', 'group'],
      change: ['user', 'emailAddress', 'profile', 'invitationAttempts'],
      write: ['session', 'network', 'challenge', 'membership'],
      remove: ['membership', 'invitation', 'invitationAttempts'],
      keys: ['user-token'],
    },
    examples: {
      body: {
        email: 'grace@example.com',
        token: 'the token of the mail',
        first_name: 'Grace',
        last_name: 'Hopper',
        password: 'correct horse battery staple',
      },
    },
  },
  ({ body, origin }) => acceptInvitation(body, origin),
);
