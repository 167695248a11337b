import * as z from 'zod';
import { secretMember } from '../../base/secret-members.ts';
import { mayLackEffect } from '../../base/without-effect.ts';
import type { Origin } from '../access/origin.ts';
import { narrowedTo } from '../access/scopes.ts';
import { TypedCode } from '../mfa/mfa-schema.ts';
import { signInWithSecondFactor } from '../mfa/sign-in.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { PresentedPassword } from '../users/password.ts';
import { signInWithPassword } from '../users/sign-in.ts';
import { signInWithApiKey } from './api-key-sign-in.ts';
import { exchangeCode } from './authorization-code.ts';
import { presentedCredentials } from './client-credentials.ts';
import { refreshSession } from './refresh.ts';

const Secret = secretMember(z.string().max(500));
/** A sign-in of a user needs no client. Existing clients name theirs. */
const unused = <T extends z.ZodType>(schema: T): T =>
  mayLackEffect(schema, (given) => (given === '' ? undefined : 'has no effect with this grant_type'));
const Client = { client_id: z.string().max(100).nullish(), client_secret: Secret.nullish() };
const UnusedClient = { client_id: unused(Client.client_id), client_secret: unused(Client.client_secret) };
const Scope = {
  scope: z.string().max(2000).nullish().meta({
    description:
      'Narrows what the token may do to these scopes, separated by spaces; an application gets no others than it was allowed',
  }),
};

/** Grants of the token endpoint, by `grant_type`. */
export const Grant = z.discriminatedUnion(
  'grant_type',
  [
    z
      .object({
        grant_type: z.literal('password'),
        username: z.string().min(1).max(254).meta({ description: 'E-mail address' }),
        password: PresentedPassword,
        ...UnusedClient,
        ...Scope,
      })
      .meta({ id: 'PasswordGrant', description: 'E-mail address and password' }),
    z
      .object({ grant_type: z.literal('client_credentials'), ...Client, ...Scope })
      // Comes last by its name, because clients of typescript-fetch take the first that has the required members.
      .meta({ id: 'ServiceGrant', description: 'Client credentials, of an API key' }),
    z
      .object({ grant_type: z.literal('refresh_token'), refresh_token: Secret, ...Client, ...Scope })
      .meta({ id: 'RefreshTokenGrant', description: 'The next tokens of a session' }),
    z
      .object({
        grant_type: z.literal('authorization_code'),
        code: Secret,
        redirect_uri: z.string().max(2000).nullish(),
        code_verifier: secretMember(z.string().max(128).nullish().meta({ description: 'PKCE (RFC 7636)' })),
        ...Client,
        ...Scope,
      })
      .meta({ id: 'AuthorizationCodeGrant', description: 'The code that an application got from a user' }),
    z
      .object({
        grant_type: z.literal('urn:verdocs:params:oauth:grant-type:mfa-otp'),
        mfa_token: Secret,
        otp: TypedCode.meta({ description: "The authenticator's current code" }),
        ...UnusedClient,
        ...Scope,
      })
      .meta({ id: 'OtpGrant', description: "Second factor: an authenticator's code" }),
    z
      .object({
        grant_type: z.literal('urn:verdocs:params:oauth:grant-type:mfa-recovery-code'),
        mfa_token: Secret,
        recovery_code: TypedCode,
        ...UnusedClient,
        ...Scope,
      })
      .meta({ id: 'RecoveryCodeGrant', description: 'Second factor: a backup code' }),
  ],
  {
    error:
      'must be password, client_credentials, refresh_token, authorization_code, ' +
      'urn:verdocs:params:oauth:grant-type:mfa-otp or urn:verdocs:params:oauth:grant-type:mfa-recovery-code',
  },
);
export type Grant = z.output<typeof Grant>;

/** The names of the grants, as the server's metadata lists them. */
export const GRANT_TYPES = Grant.options.map((option) => option.shape.grant_type.value);

/** Issues tokens for a grant. `headers` may contain the client's HTTP Basic credentials. Throws `invalid_scope`. */
export const tokensFor = (
  grant: Grant,
  headers: Record<string, string>,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const reach = narrowedTo(grant.scope, null);
  switch (grant.grant_type) {
    case 'password':
      return signInWithPassword(grant.username, grant.password, reach, origin);
    case 'client_credentials':
      return signInWithApiKey(presentedCredentials(headers, grant), reach, origin);
    case 'refresh_token':
      return refreshSession(grant, presentedCredentials(headers, grant), origin);
    case 'authorization_code':
      return exchangeCode(grant, presentedCredentials(headers, grant), origin);
    case 'urn:verdocs:params:oauth:grant-type:mfa-otp':
    case 'urn:verdocs:params:oauth:grant-type:mfa-recovery-code':
      return signInWithSecondFactor(grant.mfa_token, grant, reach, origin);
  }
};
