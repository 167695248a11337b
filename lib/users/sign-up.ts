import * as z from 'zod';
import { newId } from '../ids.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { newOrganization } from '../organizations/record.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { newProfile } from '../profiles/record.ts';
import { Email, Locale, Name, orNothing, Phone, Timezone, Title } from '../schema.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { ConditionFailed, transact } from '../table/client.ts';
import { CarriedOut } from '../table/once.ts';
import { hashPassword, NewPassword } from './password.ts';
import { emailClaim, newUser } from './record.ts';
import { signInAgain } from './sign-in-again.ts';

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
 * Makes a user, an organization and the user's profile as its owner, all in one transaction, and signs the user in. A
 * verification mail follows. Ends the request with 400 where the address (in whatever case) has an account already.
 */
export const signUp = async (details: SignUp, origin: Origin): Promise<AuthenticateResponse> => {
  const { email, first_name, last_name } = details;
  const optional = {
    phone: details.phone ?? null,
    timezone: details.timezone ?? null,
    locale: details.locale ?? null,
  };
  const [user_id, organization_id, profile_id] = [newId(), newId(), newId()];
  const organization = newOrganization({
    id: organization_id,
    name: details.org_name,
    parent_id: null,
    contact_email: email,
  });
  const profile = newProfile({
    id: profile_id,
    user_id,
    organization_id,
    email,
    first_name,
    last_name,
    roles: ['owner'],
    ...optional,
  });
  const user = newUser({
    id: user_id,
    email,
    email_verified: false,
    password_hash: await hashPassword(details.password),
    first_name,
    last_name,
    ...optional,
    current_organization_id: organization_id,
    current_profile_id: profile_id,
  });
  const session = newSession({ user_id, organization_id, profile_id, source: 'signup' }, origin);
  try {
    await transact([
      { put: emailClaim(user), condition: 'attribute_not_exists(pk)' },
      { put: user },
      { put: organization },
      { put: profile },
      { put: session.item },
      outboxWrite(organization_id, { message: { kind: 'verify_email', user_id } }),
    ]);
  } catch (error) {
    if (error instanceof CarriedOut) return signInAgain(email, 'signup', origin);
    if (error instanceof ConditionFailed) return fail('email_taken');
    throw error;
  }
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};
