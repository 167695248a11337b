import * as z from 'zod';
import type { Origin } from '../access/origin.ts';
import { TypedCode } from '../mfa/schema.ts';
import { signInWithSecondFactor } from '../mfa/sign-in.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { PresentedPassword } from '../users/password.ts';
import { signInWithPassword } from '../users/sign-in.ts';
import { signInWithApiKey } from './api-key-sign-in.ts';
import { exchangeCode } from './authorization-code.ts';
import { presentedCredentials } from './client-credentials.ts';
import { refreshSession } from './refresh.ts';

const Secret = z.string().max(500);
const Client = { client_id: z.string().max(100).nullish(), client_secret: Secret.nullish() };
const Scope = {
  scope: z
    .string()
    .max(2000)
    .nullish()
    .meta({ description: 'Narrows what an application refreshes; without effect otherwise' }),
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
        ...Client,
        ...Scope,
      })
      .meta({ title: 'E-mail address and password' }),
    z
      .object({ grant_type: z.literal('client_credentials'), ...Client, ...Scope })
      .meta({ title: 'Client credentials' }),
    z
      .object({ grant_type: z.literal('refresh_token'), refresh_token: Secret, ...Client, ...Scope })
      .meta({ title: 'Refresh token' }),
    z
      .object({
        grant_type: z.literal('authorization_code'),
        code: Secret,
        redirect_uri: z.string().max(2000).nullish(),
        code_verifier: z.string().max(128).nullish().meta({ description: 'PKCE (RFC 7636)' }),
        ...Client,
        ...Scope,
      })
      .meta({ title: 'Authorization code' }),
    z
      .object({
        grant_type: z.literal('urn:verdocs:params:oauth:grant-type:mfa-otp'),
        mfa_token: Secret,
        otp: TypedCode.meta({ description: "The authenticator's current code" }),
        ...Client,
        ...Scope,
      })
      .meta({ title: "Second factor: an authenticator's code" }),
    z
      .object({
        grant_type: z.literal('urn:verdocs:params:oauth:grant-type:mfa-recovery-code'),
        mfa_token: Secret,
        recovery_code: TypedCode,
        ...Client,
        ...Scope,
      })
      .meta({ title: 'Second factor: a backup code' }),
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

/** Issues tokens for a grant. `headers` may contain the client's HTTP Basic credentials. */
export const tokensFor = (
  grant: Grant,
  headers: Record<string, string>,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  switch (grant.grant_type) {
    case 'password':
      return signInWithPassword(grant.username, grant.password, origin);
    case 'client_credentials':
      return signInWithApiKey(presentedCredentials(headers, grant), origin);
    case 'refresh_token':
      return refreshSession(grant, presentedCredentials(headers, grant), origin);
    case 'authorization_code':
      return exchangeCode(grant, presentedCredentials(headers, grant), origin);
    case 'urn:verdocs:params:oauth:grant-type:mfa-otp':
    case 'urn:verdocs:params:oauth:grant-type:mfa-recovery-code':
      return signInWithSecondFactor(grant.mfa_token, grant, origin);
  }
};
