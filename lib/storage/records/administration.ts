import type { Key } from '../engine/key.ts';

/** Every kind of event of administration, by the kind of the object that was acted on. */
export const EVENT_KINDS = [
  'account:created',
  'account:verified',
  'account:updated',
  'api_key:created',
  'api_key:updated',
  'api_key:rotated',
  'api_key:deleted',
  'application:created',
  'application:updated',
  'application:rotated',
  'application:deleted',
  'application:allowed',
  'batch:created',
  'batch:updated',
  'batch:checked',
  'batch:sent',
  'batch:paused',
  'batch:resumed',
  'batch:canceled',
  'batch:deleted',
  'brand:created',
  'brand:updated',
  'brand:deleted',
  'brand:app_domain_added',
  'brand:app_domain_verified',
  'brand:app_domain_removed',
  'brand:email_domain_added',
  'brand:email_domain_verified',
  'brand:email_domain_removed',
  'contact:created',
  'contact:updated',
  'contact:deleted',
  'directory:updated',
  'directory:token_created',
  'directory:token_deleted',
  'draft:created',
  'draft:updated',
  'draft:deleted',
  'envelope:exported',
  'event:exported',
  'group:created',
  'group:updated',
  'group:deleted',
  'group:member_added',
  'group:member_removed',
  'identity:connected',
  'identity:disconnected',
  'identity_provider:updated',
  'identity_provider:tested',
  'identity_provider:deleted',
  'invitation:created',
  'invitation:updated',
  'invitation:resent',
  'invitation:deleted',
  'invitation:accepted',
  'invitation:declined',
  'member:created',
  'member:updated',
  'member:locked',
  'member:unlocked',
  'member:mfa_reset',
  'member:sessions_ended',
  'member:identity_removed',
  'member:deleted',
  'mfa:started',
  'mfa:enabled',
  'mfa:disabled',
  'mfa:codes_renewed',
  'organization:created',
  'organization:updated',
  'organization:exported',
  'organization:deleted',
  'passkey:created',
  'passkey:updated',
  'passkey:deleted',
  'password:changed',
  'password:reset',
  'policy:updated',
  'profile:switched',
  'profile:deleted',
  'recipient_provider:set',
  'recipient_provider:removed',
  'session:started',
  'session:ended',
  'sign_in_domain:added',
  'sign_in_domain:verified',
  'sign_in_domain:removed',
  'signature:created',
  'signature:deleted',
  'template:created',
  'template:updated',
  'template:deleted',
  'template_link:created',
  'template_link:updated',
  'template_link:deleted',
  'text:created',
  'text:updated',
  'text:deleted',
  'trust_service:set',
  'trust_service:removed',
  'webhook:created',
  'webhook:updated',
  'webhook:deleted',
  'webhook:secret_rotated',
  'webhook:tested',
  'webhook:redelivered',
  'webhook:replayed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The person who acted, as known at the time. */
export interface EventActor {
  user_id: string | null;
  profile_id: string | null;
  email: string | null;
  name: string | null;
}

/** A member of a record that was changed. Without values: they are long, or their content is no one's to read here. */
export interface EventChange {
  member: string;
  from?: unknown;
  to?: unknown;
}

/** The content of an event. */
export interface AdministrationEvent {
  id: string;
  organization_id: string;
  at: string;
  kind: EventKind;
  /** Id of the operation. */
  operation: string;
  outcome: 'success' | 'failure';
  /** Code of the failure. */
  reason: string | null;
  actor: EventActor;
  /** The API key or application that acted for the person, or the directory (SCIM), which acts for nobody. */
  client: { kind: 'api_key' | 'oauth_app' | 'directory'; id: string; name: string | null } | null;
  ip: string;
  user_agent: string;
  object: { type: string; id: string | null; name: string | null };
  changes: EventChange[];
}

/** A link of an organization's chain. */
export interface EventLink {
  /** From 1. */
  sequence: number;
  previous_hash: string;
  hash: string;
}

/** An event in the table. A worker links it into the chain a moment after the act. */
export interface AdministrationItem extends Key, AdministrationEvent, Partial<EventLink> {
  gsi1pk?: string;
  gsi1sk?: string;
  /** In seconds since 1970. */
  ttl: number;
}

/** The end of an organization's chain. */
export interface AdministrationHead extends Key {
  organization_id: string;
  sequence: number;
  hash: string;
  /** The latest end of an event, in seconds since 1970. */
  kept_until: number;
  /** Length of the chain whose hash is in the log of evidence, or on its way there. */
  logged: number;
  /** Hash of that event; null at first. */
  logged_hash: string | null;
  /** True while the next entry of the log is due. */
  is_due: boolean;
}
