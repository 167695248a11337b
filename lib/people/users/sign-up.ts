import * as z from 'zod';
import { epochSeconds } from '../../base/clock.ts';
import { Email, Locale, Name, orNothing, Phone, Timezone, Title } from '../../base/common-schema.ts';
import { newId } from '../../base/ids.ts';
import { commit } from '../../storage/engine/commit.ts';
import { organizationWrites } from '../../storage/organizations.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { profileWrites } from '../../storage/profiles.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { addressWrites, signUpRecord, userWrites } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { newOrganization } from '../organizations/organization.ts';
import { newProfile } from '../profiles/profile.ts';
import { answerSession } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { hashPassword, NewPassword } from './password.ts';
import { signInAgain } from './sign-in-again.ts';
import { demandMaySignUp } from './sign-up-policy.ts';
import { currentProfileOf, newUser, SIGN_UP_SECONDS } from './user.ts';
import { askersNetwork, knowDevice, ownNetwork } from './visitor.ts';

export const SignUp = z.object({
  email: Email,
  password: NewPassword,
  first_name: Name,
  last_name: Name,
  org_name: Title.meta({ description: 'Name of the new organization; need not be unique' }),
  phone: orNothing(Phone.min(1)),
  timezone: orNothing(Timezone.min(1)),
  locale: orNothing(Locale),
});
export type SignUp = z.output<typeof SignUp>;

/**
 * Creates a user, an organization and the user's profile as its owner in one transaction, and signs the user in. A
 * verification mail follows. It doesn't read whose the address is, so no answer can reveal it: the first user who
 * verifies the address gets it. A sign-up with an owned address gets the same tokens, for an account that can never be
 * verified and expires; the owner is notified by mail. Throws `sign_up_closed`.
 */
export const signUp = async (details: SignUp, origin: Origin): Promise<AuthenticateResponse> => {
  const { email, first_name, last_name } = details;
  demandMaySignUp(email);
  const person = {
    email,
    first_name,
    last_name,
    phone: details.phone ?? null,
    timezone: details.timezone ?? null,
    locale: details.locale ?? null,
  };
  const ttl = epochSeconds() + SIGN_UP_SECONDS;
  const expiring = <T extends object>(item: T): T & { ttl: number } => ({ ...item, ttl });
  const [user_id, organization_id, profile_id] = [newId(), newId(), newId()];
  const organization = newOrganization({
    id: organization_id,
    name: details.org_name,
    parent_id: null,
    contact_email: email,
    deletion_protected: true,
  });
  const profile = newProfile({ id: profile_id, user_id, organization_id, roles: ['owner'], ...person });
  const user = newUser({
    id: user_id,
    ...person,
    email_verified: false,
    password_hash: await hashPassword(details.password),
    current_organization_id: organization_id,
    current_profile_id: profile_id,
  });
  const session = newSession({ user, profile, source: 'signup' }, origin);
  const again = await commit(
    [
      userWrites.create(expiring(user)),
      addressWrites.signUp(signUpRecord(email, { ...currentProfileOf(user), ttl })),
      organizationWrites.create(expiring(organization)),
      profileWrites.create(expiring(profile)),
      sessionWrites.create(session.item),
      ownNetwork(user_id, origin),
      outboxWrite(organization_id, { message: { kind: 'verify_email', user_id, network: askersNetwork(origin) } }),
    ],
    { repeated: (first) => signInAgain(first, 'signup', origin) },
  );
  if (again) return again;
  knowDevice(user, origin);
  return answerSession(session, { user, profile });
};
