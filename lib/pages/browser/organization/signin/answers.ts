/** Answers of the API that this section reads. */

export type Provider = OidcProvider | SamlProvider;

export interface OidcProvider extends ProviderCommon {
  kind: 'oidc';
  client_id: string;
  has_client_secret: boolean;
}

export interface SamlProvider extends ProviderCommon {
  kind: 'saml';
  sign_in_url: string;
  certificates: readonly { certificate: string; subject: string; fingerprint: string; not_after: string }[];
  email_attribute: string | null;
  accepts_unsolicited: boolean;
}

interface ProviderCommon {
  name: string;
  issuer: string;
  active: boolean;
  new_members: 'join' | 'wait';
  default_role: 'member' | 'basic_user';
  trusts_second_factor: boolean;
  required: boolean;
  emergency_profile_ids: readonly string[];
}

export interface SignInDomain {
  domain: string;
  verified_at: string | null;
  dns_record: { name: string; value: string };
}

export interface SignInSettings {
  provider: Provider | null;
  domains: readonly SignInDomain[];
  redirect_uri: string;
  logout_uri: string;
  entity_id: string;
  acs_url: string;
}

export interface ProviderTest {
  claims: Readonly<Record<string, unknown>>;
  problems: readonly ('email_missing' | 'email_unverified' | 'domain_unproven')[];
}

export interface Directory {
  scim_url: string;
  default_role: 'member' | 'basic_user';
  role_groups: readonly { group: string; role: 'admin' | 'member' | 'basic_user' }[];
  hands_over: boolean;
  heir_id: string | null;
  tokens: readonly { id: string; created_at: string; last_used_on: string | null }[];
}

export interface Member {
  id: string;
  first_name: string;
  last_name: string;
  roles: readonly string[];
}

export interface RecipientProvider {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  has_client_secret: boolean;
  redirect_uri: string;
  updated_at: string;
}

export interface TrustService {
  id: string;
  name: string;
  /** True for a service of the platform. */
  instance: boolean;
  base_url: string;
  oauth_url: string | null;
  client_id: string | null;
  has_client_secret: boolean;
  redirect_uri: string;
}

export interface Group {
  id: string;
  name: string;
}

export interface Policy {
  second_factor: boolean;
  provider_second_factor: boolean;
  passkeys_only: boolean;
  session_hours: number | null;
  idle_minutes: number | null;
  networks: readonly string[];
  emergency_profile_ids: readonly string[];
  sending: { domains: readonly string[]; roles: readonly string[]; group_ids: readonly string[] } | null;
  members: { count: number; without_second_factor: number; without_passkey: number };
  your_address: string;
  passkeys_available: boolean;
}
