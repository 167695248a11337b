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
      'begins there too. It is refused with what the organization would refuse the session with: {provider_required}, and the refusals of its policy. The user must have signed in: API keys and applications act as one profile only.',
    route: 'POST /v2/profiles/{profile_id}/switch',
    event: 'profile:switched',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    path: idPath('profile_id'),
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: [
      'not_found',
      'no_active_profile',
      'wrong_session',
      'provider_required',
      'network_refused',
      'passkey_required',
      'second_factor_required',
      'session_over',
    ],
    access: {
      read: ['profilesOfUser', 'profile', 'organization', 'group'],
      change: ['user'],
      write: ['session', 'emailAddress'],
      keys: ['user-token'],
    },
  },
  ({ caller, path, origin }) => switchProfile(caller, path.profile_id, origin),
);
