import * as z from 'zod';
import { Email, Id, Timestamp, Title } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { ClaimableDomain } from '../domains/claimable.ts';
import { DnsRecord } from '../domains/dns-record.ts';
import { PasskeyProof } from '../passkeys/passkey-input-schema.ts';
import { SOCIAL } from './social-names.ts';

const Issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .max(500)
  .meta({
    description: 'Exactly as the provider states it, with or without a slash at its end',
    example: 'https://login.example.com',
  });
const ClientId = z.string().trim().min(1, 'must not be empty').max(300);

/** Roles that a person can have after a first sign-in without an invitation. */
const DefaultRole = z.enum(['member', 'basic_user']);

const Settings = {
  name: Title.max(60).meta({ description: 'Name by which members know it: "Continue with …"', example: 'Example AD' }),
  active: z.boolean().meta({ description: 'False while it is set up: then tests alone work' }),
  new_members: z.enum(['join', 'wait']).meta({
    description:
      '`join`: whoever signs in for the first time, with an address at a proven domain, is a member at once; `wait`: is locked until an administrator unlocks them',
  }),
  default_role: DefaultRole.meta({ description: 'Role of new members who were not invited' }),
  trusts_second_factor: z
    .boolean()
    .meta({ description: "True if a sign-in there needs no second factor of the member's account here" }),
  required: z.boolean().meta({
    description: 'True if members with addresses at proven domains sign in there alone',
  }),
  emergency_profile_ids: z
    .array(Id)
    .max(10)
    .meta({ description: 'Owners who may sign in otherwise even if it is required: at least one then' }),
};

export const IdentityProviderInput = z.object({
  kind: z.literal('oidc').meta({ description: 'OpenID Connect' }),
  issuer: Issuer,
  client_id: ClientId,
  client_secret: secretMember(z.string().min(1, 'must not be empty').max(500).nullish()).meta({
    description: 'Left out: the stored one stays, if issuer and client stay. Null: none, for a public client',
  }),
  ...Settings,
  relink: z.boolean().optional().meta({
    description:
      'Together with another issuer: members known by the former one are linked anew by their addresses, once each. Otherwise an administrator takes the identity off each of them',
  }),
});
export type IdentityProviderInput = z.output<typeof IdentityProviderInput>;

export const IdentityProvider = z
  .object({
    kind: z.literal('oidc'),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean().meta({ description: 'The secret itself is never answered' }),
    ...Settings,
    default_role: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'IdentityProvider', description: "Where an organization's members sign in" });
export type IdentityProvider = z.output<typeof IdentityProvider>;

export const SignInDomain = z
  .object({
    domain: z.string(),
    verified_at: Timestamp.nullable().meta({ description: 'When it was proven; null before' }),
    dns_record: DnsRecord,
    created_at: Timestamp,
  })
  .meta({ id: 'SignInDomain', description: 'A domain of the addresses of an organization' });
export type SignInDomain = z.output<typeof SignInDomain>;

export const NewSignInDomain = z.object({ domain: ClaimableDomain });

export const SignInSettings = z
  .object({
    provider: IdentityProvider.nullable(),
    domains: z.array(SignInDomain),
    redirect_uri: z.string().meta({ description: 'To be registered at the provider' }),
    logout_uri: z.string().meta({ description: 'For back-channel logout, where the provider has that' }),
    sign_in_uri: z.string().meta({ description: 'Page that leads members to the provider' }),
  })
  .meta({ id: 'SignInSettings' });
export type SignInSettings = z.output<typeof SignInSettings>;

export const SocialName = z.enum(SOCIAL).meta({ description: 'A provider that the platform itself has' });

/** A provider at which people sign in. */
const ProviderId = z
  .union([Id, SocialName])
  .meta({ description: 'The organization whose provider it is, or the name of one that the platform itself has' });

/** Path of the page to which a provider leads back. */
export const ProviderPath = z.object({ organization_id: ProviderId });

/** A sign-in that begins at a provider. */
export const ProviderSignInStart = z.object({
  provider: ProviderId,
  email: Email.nullish().meta({ description: 'Shown to the provider as a hint' }),
});
export type ProviderSignInStart = z.output<typeof ProviderSignInStart>;

export const ProviderRedirect = z
  .object({ redirect_to: z.string().meta({ description: "The provider's own page, to which the browser goes" }) })
  .meta({ id: 'ProviderRedirect' });
export type ProviderRedirect = z.output<typeof ProviderRedirect>;

/** Query with which the provider has sent the browser back. */
const Returned = {
  state: z.string().min(1).max(300),
  code: secretMember(z.string().min(1).max(5000).nullish()),
  iss: z.string().max(500).nullish().meta({ description: 'RFC 9207' }),
  error: z.string().max(200).nullish().meta({ description: 'What the provider says instead of a code' }),
  error_description: z.string().max(2000).nullish(),
};
export const ProviderReturn = z.object(Returned);
export type ProviderReturn = z.output<typeof ProviderReturn>;

export const ProviderSignIn = z.object({
  provider: ProviderId,
  ...Returned,
});
export type ProviderSignIn = z.output<typeof ProviderSignIn>;

/** Somebody signed in who adds a provider as a way into the account, and proves to be its owner. */
export const IdentityConnectionStart = PasskeyProof.omit({ credential: true }).extend({ provider: SocialName });
export type IdentityConnectionStart = z.output<typeof IdentityConnectionStart>;

export const IdentityConnection = z.object({ provider: SocialName, ...Returned });
export type IdentityConnection = z.output<typeof IdentityConnection>;

/** Statements of a provider in a test, and what a sign-in would come to. */
export const ProviderTest = z
  .object({
    claims: z.record(z.string(), z.unknown()).meta({ description: 'As the provider states them' }),
    email: z.string().nullable(),
    problems: z
      .array(z.enum(['email_missing', 'email_unverified', 'domain_unproven']))
      .meta({ description: 'Reasons for which a first sign-in of this person would be refused' }),
  })
  .meta({ id: 'ProviderTest' });
export type ProviderTest = z.output<typeof ProviderTest>;

export const SignInWays = z
  .object({
    provider: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: 'The provider for addresses at that domain' }),
  })
  .meta({ id: 'SignInWays' });
export type SignInWays = z.output<typeof SignInWays>;
