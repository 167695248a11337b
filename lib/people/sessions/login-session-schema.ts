import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';

/** Answer of every way to sign in: the tokens of RFC 6749 5.1, and their ends. */
export const AuthenticateResponse = z
  .object({
    access_token: z.string().meta({ description: 'JWT for `Authorization: Bearer`' }),
    id_token: z.string().meta({ description: 'JWT that says who signed in' }),
    refresh_token: z.string().meta({ description: 'Can be used once; the answer has the next one' }),
    token_type: z.literal('Bearer'),
    scope: z
      .string()
      .optional()
      .meta({ description: 'What the access token may do, separated by spaces; absent if no scope narrows it' }),
    expires_in: z.int().meta({ description: 'Life of the access token in seconds' }),
    access_token_exp: z.int().meta({ description: 'When the access token ends, in seconds since 1970' }),
    refresh_token_exp: z.int().meta({ description: 'When the refresh token ends, in seconds since 1970' }),
  })
  .meta({ id: 'AuthenticateResponse' });
export type AuthenticateResponse = z.output<typeof AuthenticateResponse>;

/** Answer to a browser whose refresh token is in a cookie. */
export const BrowserSession = AuthenticateResponse.omit({
  id_token: true,
  refresh_token: true,
  refresh_token_exp: true,
}).meta({ id: 'BrowserSession' });
export type BrowserSession = z.output<typeof BrowserSession>;

/** One device or application on which the user is signed in. */
export const LoginSession = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: 'True for the session that makes the request' }),
    source: z.string().meta({ description: 'How it began: signup, password, passkey, verify, oauth or invitation' }),
    application: z.string().nullable().meta({ description: 'Name of the application that acts for the user' }),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    browser: z.string().nullable(),
    platform: z.string().nullable(),
    mobile: z.boolean(),
    location: z.string().nullable().meta({
      description:
        'Country, in English, in which the network of the address is registered; null where the registries know none, as of a private network',
    }),
    country: z.string().nullable().meta({ description: 'The same as a code of ISO 3166-1, such as `DE`' }),
    ip_address: z.string().nullable(),
  })
  .meta({ id: 'LoginSession' });
export type LoginSession = z.output<typeof LoginSession>;
