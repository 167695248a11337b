import type { Key } from '../engine/key.ts';
import type { OidcSettings } from './identity-provider.ts';

/** A trust service that an organization has registered: its recipients sign there with certificates of their own. */
export interface TrustServiceItem extends Key {
  organization_id: string;
  id: string;
  /** A new one with each other address or client: what has begun is void. */
  version: string;
  /** Name by which senders and signers know it. */
  name: string;
  /** Address as it was registered. */
  base_url: string;
  /** Address of its authorization server where the organization states another one than the service itself does. */
  oauth_url: string | null;
  /** Version of its API, the API's address, and its authorization server, as found when it was registered. */
  api: 'v1' | 'v2';
  api_url: string;
  oauth: { issuer: string | null; authorize: string; token: string; basic: boolean };
  client: OidcSettings;
  created_at: string;
  updated_at: string;
}
