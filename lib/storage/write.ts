import type { Key } from './key.ts';
import type { Where } from './where.ts';

/** Changes to single attributes of a record, by name (`mfa.version` for one within another). The others stay as they are. */
export interface Alteration {
  /** New values; undefined ones are left alone. */
  set?: Readonly<Record<string, unknown>> | undefined;
  /** Attributes that get the value that another has, by names. */
  copy?: Readonly<Record<string, string>> | undefined;
  /** Attributes to take away. */
  unset?: readonly string[] | undefined;
  /** Counts up (from 0 where there is none), or puts members into a set. */
  add?: Readonly<Record<string, number | ReadonlySet<string> | ReadonlySet<number>>> | undefined;
  /** Takes members out of a set. */
  take?: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  /** The change is made only where this holds. */
  where?: Where | undefined;
}

/** One write of a transaction, as data. Without `where`, `put`, `change` and `remove` are made whatever is there; `check` asks for presence. */
export type Write =
  | { put: Key & object; where?: Where | undefined }
  | ({ change: Key } & Alteration)
  | { remove: Key; where?: Where | undefined }
  | { check: Key; where?: Where | undefined };
