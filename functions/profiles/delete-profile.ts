import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { SignedOut } from '../../lib/people/profiles/profile-input-schema.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';
import { deleteOwnProfile } from '../../lib/people/users/profile-deletion.ts';

export const handler = operation(
  {
    id: 'deleteProfile',
    tag: 'Profiles',
    summary: 'Leave an organization',
    description:
      "Deletes one of the caller's own profiles and answers tokens for the next one. Its envelopes and templates " +
      'go to an owner. If it was the last profile, the user is deleted too, and the answer says so. The last owner ' +
      'of an organization can not leave it ({last_owner}).',
    route: 'DELETE /v2/profiles/{profile_id}',
    event: 'profile:deleted',
    session: 'user',
    callableBy: 'login',
    path: idPath('profile_id'),
    returns: z.union([AuthenticateResponse, SignedOut]),
    answersSecret: true,
    errors: ['not_found', 'last_owner', 'wrong_session'],
    access: {
      read: ['profilesOfUser', 'profile', 'group'],
      change: ['user', 'organization'],
      write: ['session', 'emailAddress', 'job'],
      remove: ['user', 'emailAddress', 'profile', 'membership'],
      keys: ['user-token'],
    },
  },
  ({ caller, path }) => deleteOwnProfile(caller, path.profile_id),
);
