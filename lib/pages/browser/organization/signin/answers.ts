/** Answers of the API that this section reads. */

export interface Provider {
  name: string;
  issuer: string;
  client_id: string;
  has_client_secret: boolean;
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
