import type { Key } from '../engine/key.ts';
import type { KeptSecret } from './kept-secret.ts';

/** A registered application in the table: hashes of its secrets, never a secret. */
export interface OauthAppItem extends Key, KeptSecret {
  client_id: string;
  organization_id: string;
  profile_id: string;
  name: string;
  friendly_name: string;
  redirect_uris: string[];
  origins: string;
  logo_uri: string;
  created_at: string;
  /** The first time on the last day (UTC) on which it got tokens; absent until then. */
  last_used_at?: string;
  updated_at: string;
  gsi1pk: string;
  gsi1sk: string;
}
