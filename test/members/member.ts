import type { Role } from '../../lib/people/access/permissions.ts';
import type { Api, Person } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';

let members = 0;

/** Somebody with an account of their own in the owner's organization alone, address verified. */
export const memberOf = async (api: Api, owner: Pick<Person, 'token'>, ...roles: Role[]): Promise<Person> => {
  members += 1;
  const email = `member-${process.pid}-${members}-${Date.now()}@example.com`;
  const password = 'correct horse battery staple';
  const made = await api.as(owner).createOrganizationMember({
    body: { email, first_name: 'Grace', last_name: `Number ${members}`, roles },
  });
  if (made.status !== 200) throw new Error(`createOrganizationMember answered ${made.status}: ${made.body.error}`);
  await api.settle();
  const [mail] = await api.messages(email);
  const names = { first_name: 'Grace', last_name: `Number ${members}` };
  const { body } = await api.anyone.acceptOrganizationInvitation({
    body: { email, token: mail?.code, password, ...names },
  });
  const claims = claimsOf(body.access_token);
  return {
    email,
    password,
    token: body.access_token,
    refresh_token: body.refresh_token,
    user_id: String(claims.sub),
    profile_id: made.body.id,
    organization_id: made.body.organization_id,
  };
};

/** The person's tokens after signing in again. */
export const signIn = async (api: Api, person: Pick<Person, 'email' | 'password'>) => {
  const { status, body } = await api.anyone.authenticate({
    body: { grant_type: 'password', username: person.email, password: person.password },
  });
  return { status, body, token: body.access_token as string };
};

/** An answer as its status and the machine's name of what went wrong. */
export const outcome = ({ status, headers }: { status: number; headers: Headers }): string =>
  status === 200 ? '200' : `${status} ${headers.get('x-error-code')}`;
