import type { Key } from '../engine/key.ts';
import type { Role } from './permissions.ts';

/** Protocol by which an identity provider says who signs in. */
export type ProviderKind = 'oidc';

/**
 * The identity provider of an organization: where its members sign in. An organization has one. What a kind of provider
 * needs beside the common members is in its own member.
 */
export interface IdentityProviderItem extends Key {
  organization_id: string;
  kind: ProviderKind;
  /** A new one with each other issuer: sign-ins that began before are void. */
  version: string;
  /** Name by which people know it. */
  name: string;
  /** Exact identifier of the issuer of what it states. */
  issuer: string;
  /** Issuers before this one whose members may be linked with this one by their addresses, once each. */
  former_issuers?: Set<string>;
  active: boolean;
  /** Whoever signs in for the first time becomes a member at once, or waits for an administrator. */
  new_members: 'join' | 'wait';
  default_role: Role;
  /** True if a sign-in there needs no second factor of an account here. */
  trusts_second_factor: boolean;
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
  organization_id: string;
  /** The provider's version at its beginning. */
  version: string;
  /** `test`: shows an administrator what the provider states; `connect`: adds a way into an account. */
  purpose: 'sign_in' | 'test' | 'connect';
  /** Hash of the secret of the browser that it began in. */
  browser_hash: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  code_verifier: string;
  /** The session of whoever tests or connects. */
  session_id?: string;
  expires_at: string;
  ttl: number;
}

/** The account with which a person at a provider for everybody is connected. */
export interface SocialIdentityItem extends Key {
  user_id: string;
  created_at: string;
}
