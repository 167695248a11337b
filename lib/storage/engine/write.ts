import type { Key } from './key.ts';
import type { Where } from './where.ts';

/** Changes to single attributes of a record by name (`mfa.version` for a nested one). Others stay unchanged. */
export interface Alteration {
  /** New values; undefined ones are ignored. */
  set?: Readonly<Record<string, unknown>> | undefined;
  /** Attributes that get the value of another, by names. */
  copy?: Readonly<Record<string, string>> | undefined;
  /** Attributes to remove. */
  unset?: readonly string[] | undefined;
  /** Numbers to add (from 0 if absent), or members to add to a set. */
  add?: Readonly<Record<string, number | ReadonlySet<string> | ReadonlySet<number>>> | undefined;
  /** Members to remove from a set. */
  take?: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  /** The change is made only if this is true. */
  where?: Where | undefined;
}

/**
 * One write of a transaction, as data. Without `where`, `put`, `change` and `remove` are unconditional; `check`
 * requires presence.
 */
export type Write =
  | { put: Key & object; where?: Where | undefined }
  | ({ change: Key } & Alteration)
  | { remove: Key; where?: Where | undefined }
  | { check: Key; where?: Where | undefined };
