import type { Key } from '../engine/key.ts';
import type { Role } from './permissions.ts';

/** Protocol by which an identity provider says who signs in. */
export type ProviderKind = 'oidc' | 'saml';

/**
 * The identity provider of an organization: where its members sign in. An organization has one. What a kind of provider
 * needs beside the common members is in its own member.
 */
export type IdentityProviderItem = OidcProviderItem | SamlProviderItem;

export interface OidcProviderItem extends ProviderCommon {
  kind: 'oidc';
  oidc: OidcSettings;
}

export interface SamlProviderItem extends ProviderCommon {
  kind: 'saml';
  saml: SamlSettings;
}

interface ProviderCommon extends Key {
  organization_id: string;
  /** A new one with each other issuer, and when a certificate goes: sign-ins that began before are void. */
  version: string;
  /** Name by which people know it. */
  name: string;
  /** Exact identifier of the issuer of what it states: of SAML its entity ID. */
  issuer: string;
  /** Issuers before this one whose members may be linked with this one by their addresses, once each. */
  former_issuers?: Set<string>;
  active: boolean;
  /** Whoever signs in for the first time becomes a member at once, or waits for an administrator. */
  new_members: 'join' | 'wait';
  default_role: Role;
  /** True if a sign-in there needs no second factor of an account here. */
  trusts_second_factor: boolean;
  created_at: string;
  updated_at: string;
}

/** A SAML 2.0 identity provider, as an owner has entered it. */
export interface SamlSettings {
  sign_in_url: string;
  /** Certificates whose keys may sign, base64 of DER: several while the provider changes its key. */
  certificates: readonly string[];
  /** Attribute that states the address; null: the NameID, if that is of the format of addresses. */
  email_attribute: string | null;
  /** True if sign-ins may begin at the provider. */
  accepts_unsolicited: boolean;
}

/** A statement of a SAML provider that was checked, under the hash of the assertion's id. */
export interface SamlAnswerItem extends Key {
  organization_id: string;
  /** The provider's version by which it was checked. */
  version: string;
  /** Hash of the code that opens it, once. */
  code_hash: string;
  /** Hash of the request (`state`) that it answers; null if the sign-in began at the provider. */
  request_hash: string | null;
  /** Removed by its use: then it is a mark alone. */
  stated?: SamlStatement;
  expires_at: string;
  ttl: number;
}

/** A person as a SAML provider states it. */
export interface SamlStatement {
  subject: string;
  email?: string;
  first_name?: string;
  last_name?: string;
  name?: string;
  /** All that it states, for the administrator who tests. */
  claims?: Record<string, string | string[]>;
}

/**
 * An identity provider at which an organization has recipients verified. Nobody becomes a member by it: it proves who
 * signs, and needs no domain of the organization's own.
 */
export interface RecipientProviderItem extends Key {
  organization_id: string;
  id: string;
  /** A new one with each other issuer or client: sign-ins that began before are void. */
  version: string;
  name: string;
  issuer: string;
  oidc: OidcSettings;
  created_at: string;
  updated_at: string;
}

/** An OpenID Connect client of the platform at an organization's provider. */
export interface OidcSettings {
  client_id: string;
  /** Encrypted; null for a public client. */
  client_secret: EncryptedSecret | null;
}

/** A secret, encrypted by a data key that the stack's key has encrypted. */
export interface EncryptedSecret {
  data_key: string;
  text: string;
}

/** A domain of e-mail addresses that an organization says is its own. */
export interface SignInDomainItem extends Key {
  organization_id: string;
  domain: string;
  /** Token that the domain publishes to prove it. */
  token: string;
  verified_at: string | null;
  created_at: string;
}

/** The user whom a person at an organization's provider is. */
export interface IdentityItem extends Key {
  organization_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  profile_id: string;
  created_at: string;
}

/** The user of a session at a provider, by the provider's own id of that session. */
export interface ProviderSessionItem extends Key {
  user_id: string;
  ttl: number;
}

/** A sign-in at a provider that has begun, stored under the hash of its `state`. */
export interface ProviderSignInItem extends Key {
  /** The organization, or what else the provider is known by: its own id, or the name of one for everybody. */
  organization_id: string;
  /** The provider's version at its beginning. */
  version: string;
  /**
   * `test`: shows an administrator what the provider states; `connect`: adds a way into an account; `recipient`:
   * verifies the recipient of an envelope; `certificate`: lets a recipient use a certificate at a trust service.
   */
  purpose: 'sign_in' | 'test' | 'connect' | 'recipient' | 'certificate';
  /** The recipient for whom it is, and no other one. */
  recipient?: BegunByRecipient;
  /** Access that a recipient asks a trust service for. */
  access?: BegunAccess;
  /** Hash of the secret of the browser that it began in. */
  browser_hash: string;
  /** Of OpenID Connect alone. */
  nonce?: string;
  /** PKCE (RFC 7636). */
  code_verifier?: string;
  /** Hash of the SAML assertion that it takes, where the sign-in began at the provider. */
  answer?: string;
  /** The session of whoever tests or connects. */
  session_id?: string;
  expires_at: string;
  ttl: number;
}

/** A signing session in which a recipient's verification at a provider began. */
export interface BegunByRecipient {
  /** The sender's. */
  organization_id: string;
  envelope_id: string;
  role_name: string;
  profile_id: string;
  round: number;
  session_id: string | null;
  /** Origin of the signing page, to which the provider's answer goes on. */
  pages: string;
}

/** Access of a recipient at a trust service that has begun. */
export interface BegunAccess {
  /** Id of the signing that it is for. */
  signing: string;
  /** To the person's credentials, or to one of them for signatures by certain hashes. */
  scope: 'service' | 'credential';
  credential_id?: string;
}

/** The account with which a person at a provider for everybody is connected. */
export interface SocialIdentityItem extends Key {
  user_id: string;
  created_at: string;
}
