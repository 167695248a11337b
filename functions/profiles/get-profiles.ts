import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';
import { listOwnProfiles } from '../../lib/people/users/own-profiles.ts';

export const handler = operation(
  {
    id: 'getProfiles',
    tag: 'Profiles',
    summary: "List the caller's profiles",
    description: 'One for each organization that the user belongs to. The one that the token acts as is `current`.',
    route: 'GET /v2/profiles',
    session: 'user',
    callableBy: 'profile:read',
    unverified: true,
    despitePolicy: true,
    returns: z.array(Profile),
    access: { read: ['profilesOfUser', 'organization', 'profile'] },
  },
  ({ caller }) => listOwnProfiles(caller),
);
