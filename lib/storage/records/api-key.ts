import type { Key } from '../engine/key.ts';
import type { KeptSecret } from './kept-secret.ts';

/** An API key in the table: hashes of its secrets, never a secret. */
export interface ApiKeyItem extends Key, KeptSecret {
  client_id: string;
  organization_id: string;
  profile_id: string;
  name: string;
  secret_hash: string;
  created_at: string;
  last_used_at: string | null;
  global_admin: false;
  /** The key that made it with a child organization; absent if a person did. It ends with that key. */
  made_by?: string;
  gsi1pk: string;
  gsi1sk: string;
}
