import type { Key } from '../engine/key.ts';

/** States of a batch. */
export const BATCH_STATUSES = [
  'draft',
  'checking',
  'checked',
  'sending',
  'paused',
  'sent',
  'canceling',
  'canceled',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Reasons for which the platform itself has stopped a batch. */
export const BATCH_STOPS = ['owner_out', 'template_gone', 'template_changed'] as const;
export type BatchStop = (typeof BATCH_STOPS)[number];

/**
 * States of a row. `waiting`: it has no item yet; `bad`: the check found a problem; `failed`: it was refused when it
 * was its turn; `canceled`: it was never sent; `withdrawn`: its envelope was canceled with the batch.
 */
export const ROW_STATES = ['waiting', 'bad', 'sent', 'failed', 'canceled', 'withdrawn'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** The use of a column: a detail of a recipient, a field's value, or a detail of the envelope. */
export type ColumnTarget =
  | { kind: 'recipient'; role_name: string; member: RecipientMember }
  | { kind: 'field'; name: string }
  | { kind: 'envelope'; member: EnvelopeMember };

export const RECIPIENT_MEMBERS = [
  'first_name',
  'last_name',
  'full_name',
  'email',
  'phone',
  'message',
  'locale',
] as const;
export type RecipientMember = (typeof RECIPIENT_MEMBERS)[number];

export const ENVELOPE_MEMBERS = ['name', 'description', 'expires_at'] as const;
export type EnvelopeMember = (typeof ENVELOPE_MEMBERS)[number];

/** Settings that all envelopes of a batch have. */
export interface BatchSettings {
  no_contact?: boolean | null;
  visibility?: 'private' | 'shared' | null;
  brand_key?: string | null;
  locale?: string | null;
  timezone?: string | null;
  expires_at?: string | null;
  retention_days?: number | null;
}

/** The result of a check. */
export interface BatchCheck {
  /** Its number: files with problems have it. */
  number: number;
  /** Fingerprint of the template that was checked. */
  template: string;
  /** Rows with problems. */
  bad: number;
  checked_at: string;
}

/** A file of rows, each of which becomes an envelope of one template. */
export interface BatchItem extends Key {
  gsi1pk: string;
  gsi1sk: string;
  id: string;
  organization_id: string;
  /** The member whose envelopes they will be. */
  profile_id: string;
  template_id: string;
  name: string;
  status: BatchStatus;
  /** Reason for which the platform stopped it; null unless it did. */
  stopped_by: BatchStop | null;
  /** Names of the file's columns. */
  columns: string[];
  /** The use of each column, in their order; null for one that is not used. */
  mapping: (ColumnTarget | null)[];
  settings: BatchSettings;
  /** Number of rows. */
  rows: number;
  check: BatchCheck | null;
  /** Rows that the running check, or cancellation, has done. */
  done: number;
  /** Bad rows that the running check has found. */
  found: number;
  /** Rows that were canceled and withdrawn. */
  canceled: number;
  withdrawn: number;
  /** Grows with each act: work of an earlier one ends when it sees another number. */
  run: number;
  /** Number of jobs that send it side by side. */
  lanes: number;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  ended_at: string | null;
}

/** Progress of a job that sends a part of a batch. */
export interface BatchLaneItem extends Key {
  lane: number;
  /** The run of the batch in which it works: work of an earlier one can't write it. */
  run: number;
  /** Index of its next row. */
  next: number;
  sent: number;
  failed: number;
  /** Bad rows that it has left out. */
  skipped: number;
  is_done: boolean;
  /** Time until which it waits for the next day's messages; null unless it does. */
  held_until: string | null;
}

/** The end of a row. */
export interface BatchRowItem extends Key {
  row: number;
  state: Exclude<RowState, 'waiting' | 'bad'>;
  envelope_id: string | null;
  /** The reason why it failed. */
  error: string | null;
  at: string;
}
