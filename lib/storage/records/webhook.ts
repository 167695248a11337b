import type { Key } from '../engine/key.ts';
import type { WebhookEvent } from '../outbox/webhook-events.ts';

/**
 * An organization's webhook. Its secrets are stored as they are, not as hashes, because signing a call or requesting a
 * token needs the secret itself. The table is encrypted at rest.
 */
export interface WebhookItem extends Key {
  organization_id: string;
  /** Empty if there is none. */
  url: string;
  secret_key: string | null;
  /** The secret before the latest rotation, and the end of signing with it. */
  previous_secret_key: string | null;
  previous_secret_expires_at: string | null;
  client_id: string | null;
  client_secret: string | null;
  scope: string | null;
  token_endpoint: string | null;
  auth_method: 'none' | 'hmac' | 'client_credentials';
  active: boolean;
  /** True after an answer 410 has switched it off, until its owner changes address or `active`. */
  gone?: boolean;
  events: Record<WebhookEvent, boolean>;
  /** Result of the latest attempt. */
  status: string | null;
  last_success: string | null;
  last_failure: string | null;
  /** Counts the changes of the settings, from 1: each is conditioned on it. */
  version: number;
}
