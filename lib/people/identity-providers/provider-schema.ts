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
/** Name of a SAML provider (Metadata 2.2.1): any URI, which is only compared. */
const EntityId = z
  .string()
  .max(1000)
  .regex(/^[a-z][a-z\d+.-]*:[\x21-\x7e]+$/i, 'must be a URI, as the provider states it')
  .meta({
    description: 'Entity ID of the provider (Entra: Microsoft Entra Identifier; Okta: Issuer), letter for letter',
    example: 'http://www.okta.com/exk1fcia6d6EMsf331d8',
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

const Relink = z.boolean().optional().meta({
  description:
    'Together with another issuer: members known by the former one are linked anew by their addresses, once each. Otherwise an administrator takes the identity off each of them',
});

export const OidcProviderInput = z
  .object({
    kind: z.literal('oidc').meta({ description: 'OpenID Connect' }),
    issuer: Issuer,
    client_id: ClientId,
    client_secret: secretMember(z.string().min(1, 'must not be empty').max(500).nullish()).meta({
      description: 'Left out: the stored one stays, if issuer and client stay. Null: none, for a public client',
    }),
    ...Settings,
    relink: Relink,
  })
  .meta({ id: 'OidcProviderInput', description: 'A provider by OpenID Connect' });
export type OidcProviderInput = z.output<typeof OidcProviderInput>;

const SamlProviderInput = z
  .object({
    kind: z.literal('saml').meta({ description: 'SAML 2.0' }),
    issuer: EntityId,
    sign_in_url: z
      .url({ protocol: /^https?$/, error: 'must be an https address' })
      .max(2000)
      .meta({
        description: 'Where sign-ins begin (Entra: Login URL; Okta: Sign on URL), by HTTP Redirect',
        example: 'https://login.example.com/saml',
      }),
    certificates: z.array(z.string().min(1, 'must not be empty').max(10_000)).min(1).max(3).meta({
      description:
        'X.509 certificates whose keys may sign, as PEM or base64: the next one beside the present one while the provider changes its key. Those that have expired count no more',
    }),
    email_attribute: z.string().trim().min(1, 'must not be empty').max(300).nullable().meta({
      description: 'Attribute that states the address; null: the NameID, if that has the format `emailAddress`',
    }),
    accepts_unsolicited: z.boolean().meta({
      description:
        'True if sign-ins may begin at the provider, as by a tile there. Whoever comes so sees first as whom',
    }),
    ...Settings,
    relink: Relink,
  })
  .meta({ id: 'SamlProviderInput', description: 'A provider by SAML 2.0' });
export type SamlProviderInput = z.output<typeof SamlProviderInput>;

export const IdentityProviderInput = z.discriminatedUnion('kind', [OidcProviderInput, SamlProviderInput]);
export type IdentityProviderInput = z.output<typeof IdentityProviderInput>;

const Stored = { ...Settings, default_role: z.string(), created_at: Timestamp, updated_at: Timestamp };

export const SamlCertificate = z
  .object({
    certificate: z.string().meta({ description: 'Base64 of DER, as it may be sent again' }),
    subject: z.string(),
    fingerprint: z.string().meta({ description: 'SHA-256' }),
    not_before: Timestamp,
    not_after: Timestamp,
  })
  .meta({ id: 'SamlCertificate', description: 'A certificate of a SAML provider' });
export type SamlCertificate = z.output<typeof SamlCertificate>;

const OidcProvider = z
  .object({
    kind: z.literal('oidc'),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean().meta({ description: 'The secret itself is never answered' }),
    ...Stored,
  })
  .meta({ id: 'OidcProvider', description: 'A provider by OpenID Connect' });

const SamlProvider = z
  .object({
    kind: z.literal('saml'),
    issuer: z.string(),
    sign_in_url: z.string(),
    certificates: z.array(SamlCertificate),
    email_attribute: z.string().nullable(),
    accepts_unsolicited: z.boolean(),
    ...Stored,
  })
  .meta({ id: 'SamlProvider', description: 'A provider by SAML 2.0' });

export const IdentityProvider = z
  .discriminatedUnion('kind', [OidcProvider, SamlProvider])
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
    redirect_uri: z.string().meta({ description: 'To be registered at a provider of OpenID Connect' }),
    entity_id: z.string().meta({
      description:
        'To be registered at a SAML provider (Entra: Identifier; Okta: Audience URI): also the address of the metadata',
    }),
    acs_url: z.string().meta({
      description:
        'To be registered at a SAML provider (Entra: Reply URL, Assertion Consumer Service URL; Okta: Single sign-on URL)',
    }),
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
  code: secretMember(z.string().min(1).max(300).nullish()).meta({
    description: 'Of a sign-in that began at a SAML provider: the page asks whose it is before it goes on',
  }),
});
export type ProviderSignInStart = z.output<typeof ProviderSignInStart>;

export const ProviderRedirect = z
  .object({
    redirect_to: z.string().meta({
      description: "The provider's own page, to which the browser goes; of a `code`, the page that ends the sign-in",
    }),
    account: z.string().optional().meta({ description: 'Of a `code`: the address of whoever would be signed in' }),
  })
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
