import type { Key } from '../engine/key.ts';
import type { WebhookEvent } from '../outbox/webhook-events.ts';

/** Conditions beside its kind that an event must satisfy. An empty list or record is no condition. */
export interface ReceiverFilters {
  /** One of these templates. */
  template_ids: string[];
  /** One of these owners of the envelope or the template. */
  profile_ids: string[];
  /** All of these members of the envelope's own `data`. */
  data: Record<string, string | number | boolean>;
}

/** A replay of a window of the log. */
export interface ReceiverReplay {
  id: string;
  from: string;
  to: string;
  events: WebhookEvent[] | null;
  started_at: string;
  finished_at: string | null;
  /** Number of events that are sent. */
  count: number;
}

/**
 * A webhook of an organization: its first, which existing clients know, or another. Its secrets are stored as they are,
 * not as hashes, because signing a call or requesting a token needs the secret itself. The table is encrypted at rest.
 *
 * While it is slow or down, its deliveries wait in a queue of its own (`DUE#BACKLOG#id`), and it is in the due index
 * (gsi1) at the time at which they are called in turn.
 */
export interface WebhookItem extends Key {
  /** The organization's id for its first webhook. */
  id: string;
  organization_id: string;
  description: string;
  /** An address that is called, or the event bus of the deployment's owner. */
  destination: 'https' | 'eventbridge';
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
  /** True if it gets the events of administration, too: only where the owner's event bus is the destination. */
  administration: boolean;
  filters: ReceiverFilters | null;
  /** Result of the latest attempt. */
  status: string | null;
  last_success: string | null;
  last_failure: string | null;
  /** The first failure since the last success; null while it answers. */
  failing_since: string | null;
  /** True while new deliveries go to its own queue. */
  in_turns: boolean;
  /** Turns in a row that have failed: each makes the gap before the next one longer. */
  failed_turns: number;
  /** True if the latest turn has found its queue empty. */
  empty_turn: boolean;
  replay: ReceiverReplay | null;
  /** Counts the changes of the settings, from 1: each is conditioned on it. */
  version: number;
  /** Time of the next turn, in the index of those that are due; absent if its queue is empty. */
  gsi1pk?: string;
  gsi1sk?: string;
}
