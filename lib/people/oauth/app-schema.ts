import * as z from 'zod';
import { Id, Name, orNothing, Timestamp, Url } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { parseOrigin } from '../../base/web-origin.ts';
import { isRedirectUri } from './redirect-uri.ts';

const MAX_REDIRECTS = 20;

const RedirectUri = z
  .string()
  .max(2000)
  .refine(
    isRedirectUri,
    'must be an https address, an http address of this machine, or a scheme of your own; complete, in its canonical spelling, and without blanks, wildcards, user or fragment',
  );

/** One address, several separated by spaces, or a list. */
const RedirectUris = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(' ') : value),
  z.array(RedirectUri).min(1, 'must name at least one address').max(MAX_REDIRECTS),
);

const originsIn = (text: string): string[] => [...new Set(text.split(' ').filter(Boolean))];

/** Origins apart by blanks, as browsers write them, each once. An empty text names none. */
const Origins = z
  .string()
  .max(2000)
  .refine(
    (text) => originsIn(text).every((one) => parseOrigin(one) !== undefined),
    'must be an origin like https://app.example.com, without a path and a final slash (http only for localhost); several apart by blanks',
  )
  .transform((text) => originsIn(text).join(' '));

/** A registered application as the API returns it. */
export const OauthApp = z
  .object({
    id: Id,
    client_id: Id,
    organization_id: Id,
    profile_id: Id.meta({ description: 'Who registered it' }),
    name: Name,
    friendly_name: Name.meta({ description: 'Name that users see when they consent' }),
    redirect_uris: z.string().meta({ description: 'Addresses to which users may be redirected, separated by spaces' }),
    origins: z.string().meta({ description: 'Origins of its pages, separated by spaces' }),
    logo_uri: z.string(),
    confidential: z.boolean().meta({ description: 'True where it can keep a secret; others must use PKCE' }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: 'Until when the previous secret still works',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({
      description: 'When it first got tokens on the last day (UTC) on which it got any; null if it never did',
    }),
    client_secret: secretMember(
      z.string().nullable().optional().meta({ description: 'Only in the answer to its creation' }),
    ),
  })
  .meta({ id: 'OAuth2App' });
export type OauthApp = z.output<typeof OauthApp>;

export const NewOauthApp = z.object({
  name: Name,
  friendly_name: orNothing(Name).meta({ description: 'Default: the name' }),
  redirect_uris: RedirectUris,
  origins: Origins.nullish().meta({ description: 'Origins of its pages, separated by spaces; empty for none' }),
  logo_uri: orNothing(Url),
  confidential: z
    .boolean()
    .nullish()
    .meta({ description: 'True if it runs on a server and can keep a secret. Default: true' }),
});
export type NewOauthApp = z.output<typeof NewOauthApp>;

/** Members that are absent or null stay unchanged. An application stays confidential or public. */
export const OauthAppChange = z.object({
  name: Name.nullish(),
  friendly_name: Name.nullish(),
  redirect_uris: RedirectUris.nullish(),
  origins: Origins.nullish().meta({ description: 'Origins of its pages, separated by spaces; empty for none' }),
  logo_uri: z.union([Url, z.literal('')]).nullish(),
});
export type OauthAppChange = z.output<typeof OauthAppChange>;
