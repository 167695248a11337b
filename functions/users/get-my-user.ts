import { operation } from '../../lib/http/operation.ts';
import { User } from '../../lib/people/users/user-schema.ts';
import { readMyUser } from '../../lib/people/users/user-store.ts';

export const handler = operation(
  {
    id: 'getMyUser',
    tag: 'Users',
    summary: "Get the caller's user record",
    route: 'GET /v2/users/me',
    session: 'user',
    callableBy: 'profile:read',
    unverified: true,
    despitePolicy: true,
    returns: User,
    access: { read: ['user'] },
  },
  ({ caller }) => readMyUser(caller),
);
