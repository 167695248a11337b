import type { WrappedKey } from '../aws/keys/log-key.ts';
import { timestamp } from '../base/clock.ts';
import { change } from './engine/change.ts';
import { getItem, getItems, putRecord, readPart, removeRecord, writeItems } from './engine/client.ts';
import { ifHeld, isMade, single } from './engine/commit.ts';
import { type Key, plain } from './engine/key.ts';
import {
  dueIndex,
  LOG_AUTHORITIES,
  LOG_DUE,
  LOG_HEAD,
  LOG_SECRET,
  LOG_STAMP_PREFIX,
  logEntryKey,
  logStampKey,
} from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';
import type { LogEntryItem, LogHead, LogStampItem } from './records/log.ts';

/** The log's head; undefined while the log is empty. */
export const findLogHead = async (): Promise<LogHead | undefined> => plain(await getItem<LogHead & Key>(LOG_HEAD));

/** Stores the first head of the log; false if there is one. */
export const beginLog = (head: LogHead): Promise<boolean> => isMade(() => putRecord({ ...LOG_HEAD, ...head }, ABSENT));

/**
 * Changes the head by the one loop (`change`): `decide` gets the head as it is, and returns what to set; null for
 * nothing. Returns the head after that. `known` is the head if it was just read, `read` another way to read it again.
 */
export const changeLogHead = (
  decide: (head: LogHead) => Promise<Partial<Omit<LogHead, 'version'>> | null>,
  { known, read = demandLogHead }: { known?: LogHead; read?: () => Promise<LogHead> } = {},
): Promise<LogHead> =>
  change(
    read,
    async (head) => {
      const set = await decide(head);
      if (!set) return { answer: head };
      const { version } = head;
      const next = { ...set, version: version + 1 };
      return { writes: [{ change: LOG_HEAD, set: next, where: { version } }], answer: { ...head, ...next } };
    },
    { known, write: single },
  );

const demandLogHead = async (): Promise<LogHead> => (await findLogHead()) as LogHead;

/** The numbers of entries (hex) in the order in which they are given; undefined for those that have no place yet. */
export const findLogEntries = async (entries: readonly string[]): Promise<(number | undefined)[]> =>
  (await getItems<LogEntryItem>(entries.map(logEntryKey))).map((item) => item?.index);

/** Reads the head together with the numbers of entries: one consistent read of each. */
export const findInLog = async (
  entries: readonly string[],
): Promise<{ head: LogHead | undefined; indexes: (number | undefined)[] }> => {
  const [head, ...items] = await getItems<Key>([LOG_HEAD, ...entries.map(logEntryKey)]);
  return {
    head: plain(head as unknown as (LogHead & Key) | undefined),
    indexes: items.map((item) => (item as LogEntryItem | undefined)?.index),
  };
};

/** Stores the numbers of entries, from `first` on. Doing it again changes nothing. */
export const addLogEntries = (entries: readonly string[], first: number): Promise<void> =>
  writeItems(entries.map((entry, at): LogEntryItem => ({ ...logEntryKey(entry), index: first + at })));

/** Stores that the checkpoint of `size` entries was time-stamped. */
export const addLogStamp = (size: number): Promise<void> =>
  putRecord<LogStampItem>({ ...logStampKey(size), size, at: timestamp() });

/** Size of the first checkpoint with a time-stamp that covers the entry number `index`. */
export const firstStampOver = async (index: number): Promise<number | undefined> => {
  const { sk: from } = logStampKey(index + 1);
  const { items } = await readPart<LogStampItem>({ pk: LOG_HEAD.pk, from, to: `${LOG_STAMP_PREFIX}~`, limit: 1 });
  return items[0]?.size;
};

/** Certificates (DER, base64) of the authorities that have time-stamped the log, and of those that issued them. */
export const findLogAuthorities = async (): Promise<string[]> =>
  (await getItem<Authorities>(LOG_AUTHORITIES))?.certificates ?? [];

/** The head with these certificates: one read. */
export const findLogAnchors = async (): Promise<{ head: LogHead | undefined; authorities: string[] }> => {
  const [head, authorities] = await getItems<Key>([LOG_HEAD, LOG_AUTHORITIES]);
  return {
    head: plain(head as unknown as (LogHead & Key) | undefined),
    authorities: (authorities as Authorities | undefined)?.certificates ?? [],
  };
};

export const putLogAuthorities = (certificates: readonly string[]): Promise<void> =>
  putRecord<Authorities>({ ...LOG_AUTHORITIES, certificates: [...certificates] });

type Authorities = Key & { certificates: string[] };

/** The log's signing key, if it is stored here. */
export const findLogSecret = async (): Promise<WrappedKey | undefined> =>
  plain(await getItem<WrappedKey & Key>(LOG_SECRET));

/** Stores the log's signing key, unless there is one. */
export const addLogSecret = async (secret: WrappedKey): Promise<void> => {
  await ifHeld(() => putRecord({ ...LOG_SECRET, ...secret }, ABSENT));
};

/** Makes the log due at `at`: the schedule calls its worker then (`removeLogDue`). */
export const addLogDue = (at: string): Promise<void> => putRecord({ ...LOG_DUE, ...dueIndex(LOG_DUE.pk, at) });

/** Takes the log's due entry away. The stream tells the log's worker of that, which is how the schedule calls it. */
export const removeLogDue = async (): Promise<void> => {
  await removeRecord(LOG_DUE);
};
