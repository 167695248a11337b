import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';
import { switchProfile } from '../../lib/people/users/own-profiles.ts';

export const handler = operation(
  {
    id: 'switchProfile',
    tag: 'Profiles',
    summary: "Act as another of the caller's profiles",
    description:
      'The session goes on as that profile, with new tokens: refresh tokens from before end. The next sign-in ' +
      'begins there too. The user must have signed in: API keys and applications act as one profile only.',
    route: 'POST /v2/profiles/{profile_id}/switch',
    event: 'profile:switched',
    session: 'user',
    callableBy: 'login',
    path: idPath('profile_id'),
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: ['not_found', 'no_active_profile', 'wrong_session'],
    access: {
      read: ['profilesOfUser', 'profile', 'group'],
      change: ['user'],
      write: ['session', 'emailAddress'],
      keys: ['user-token'],
    },
  },
  ({ caller, path }) => switchProfile(caller, path.profile_id),
);
