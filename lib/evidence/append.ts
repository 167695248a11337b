import { HOUR, timestampIn } from '../base/clock.ts';
import { config } from '../base/config.ts';
import { addLogDue, addLogEntries, beginLog, changeLogHead, findLogEntries, findLogHead } from '../storage/log.ts';
import type { LogHead } from '../storage/records/log.ts';
import { joinEntries, splitEntries } from './entry.ts';
import { hashesOf, partialTile, putBundle, putTile, readBundle, widthsOfBundle } from './files.ts';
import { preparedPublicKey, signCheckpoint } from './log-key.ts';
import { appended, EMPTY, type Frontier, type Hash, rootOf } from './merkle.ts';
import { checkpointText, signedNote } from './note.ts';
import { decodeHashes, encodeHashes, hashesAt, perfectRoot, TILE_WIDTH } from './tiles.ts';

/** The most entries that wait for their files: an item of the table has 400 kB. */
const MOST_PENDING = 6000;

/** The table and the files of the log contradict each other. */
class LogDamagedError extends Error {}

/** The head says less than the bucket has: it was put back, and to go on would give the log a second history. */
const ROLLED_BACK =
  'The head of the log was rolled back: the bucket has later entries. Nothing is written (docs/operating.md, "The log")';

/** Version of the head that this process wrote last: nobody else has been at such a head. */
let own: number | undefined;

/**
 * Appends entries (hex) to the log, in this order; those that it has already are left out. Any number of writers may do
 * that at once, and may be killed anywhere: the head alone decides the order, by one conditional write, and all that
 * follows (files, numbers, checkpoint) has only one possible content. So a size never gets a second root. Throws if the
 * files can't be written; the entries have their places then, and the next run publishes them.
 */
export const appendToLog = async (entries: readonly string[]): Promise<void> => {
  let left = [...new Set(entries)];
  while (left.length > 0) {
    const { done, head } = await place(await withRoom(), left);
    left = left.slice(done);
    await publish(head);
  }
};

/** Publishes what other runs left unpublished; returns the head, undefined while the log is empty. */
export const publishPending = async (): Promise<LogHead | undefined> => {
  const head = await findLogHead();
  return head && publish(head);
};

/** The head, of a log that is begun if it is empty; with room for more entries. */
const withRoom = async (): Promise<LogHead> => {
  const head = (await findLogHead()) ?? (await begun());
  return head.size - head.published < MOST_PENDING ? head : publish(head);
};

const begun = async (): Promise<LogHead> => {
  const head: LogHead = {
    version: 1,
    origin: originOf(config.baseUrl()),
    public_key: await preparedPublicKey(),
    size: 0,
    published: 0,
    pending: '',
    frontier: '',
    checkpoint: '',
    stamped: 0,
    stamp_due: null,
  };
  if (await beginLog(head)) return head;
  return (await findLogHead()) as LogHead;
};

/** The log's name: the platform's public address without its scheme, and the path of the log. */
const originOf = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/v2/log`;

const pendingOf = ({ pending }: LogHead): string[] => splitEntries(Buffer.from(pending, 'base64'));

/**
 * Gives as many entries as there is room for their places, by one conditional write. Returns how many need no more, and
 * the head. Numbers are read after the head, and the write holds only while that is the latest: so no entry gets two
 * places.
 */
const place = async (known: LogHead, entries: readonly string[]): Promise<{ done: number; head: LogHead }> => {
  let done = 0;
  const decide = async (head: LogHead) => {
    const some = entries.slice(0, MOST_PENDING - (head.size - head.published));
    done = some.length;
    const waiting = pendingOf(head);
    const placed = await findLogEntries(some);
    const fresh = some.filter((entry, at) => placed[at] === undefined && !waiting.includes(entry));
    if (fresh.length === 0) return null;
    return {
      size: head.size + fresh.length,
      pending: Buffer.from(joinEntries([...waiting, ...fresh])).toString('base64'),
      stamp_due: head.stamp_due ?? (await dueInAnHour()),
    };
  };
  const head = await changeLogHead(decide, { known, read: withRoom });
  return { done, head };
};

/** Without a time-stamp authority nothing becomes due. */
const dueInAnHour = async (): Promise<string | null> => {
  if (config.timestampAuthorities().length === 0) return null;
  const at = timestampIn(HOUR);
  await addLogDue(at);
  return at;
};

/**
 * Writes the files of the entries that have places, then their numbers, then the checkpoint. Returns the latest head.
 */
const publish = async (known: LogHead): Promise<LogHead> => {
  let written: number | undefined;
  const decide = async (head: LogHead) => {
    written = undefined;
    if (head.size === head.published) return null;
    const pending = pendingOf(head);
    if (pending.length !== head.size - head.published) throw new LogDamagedError('The head of the log is damaged');
    const before = { size: head.published, roots: decodeHashes(Buffer.from(head.frontier, 'base64')) };
    const after = appended(before, hashesOf(pending));
    const entries = await entriesOfLast(before, pending);
    // Another writer has changed the head: so this write fails, and the latest head is read.
    if (!(await isLatest(head, entries))) return {};
    await writeFiles(before, pending.length, entries);
    await addLogEntries(pending, head.published);
    own = undefined;
    written = head.version + 1;
    return {
      published: head.size,
      pending: '',
      frontier: Buffer.from(encodeHashes(after.roots)).toString('base64'),
      checkpoint: await signed(head, after),
    };
  };
  const head = await changeLogHead(decide, { known });
  if (written !== undefined) own = written;
  return head;
};

const signed = async ({ origin, public_key }: LogHead, tree: Frontier): Promise<string> => {
  const text = checkpointText(origin, tree.size, rootOf(tree));
  return signedNote(text, origin, Buffer.from(public_key, 'base64'), await signCheckpoint(text));
};

/**
 * The entries of the bundle that the log ends in, with those to add. Reads that bundle, which must be what the head
 * knows.
 */
const entriesOfLast = async (before: Frontier, pending: readonly string[]): Promise<string[]> => {
  const kept = before.size % TILE_WIDTH;
  const earlier = kept > 0 ? await readBundle(Math.floor(before.size / TILE_WIDTH), kept) : [];
  demandSame(before, hashesOf(earlier));
  return [...earlier, ...pending];
};

/**
 * True if the head is the latest that there was; false if another writer has changed it meanwhile. Throws
 * `LogDamagedError` if the bucket has entries that the head doesn't know: files are written only for a head that is
 * stored already, so such a head was put back. A process that wrote the last head but one itself doesn't look.
 */
const isLatest = async (head: LogHead, entries: readonly string[]): Promise<boolean> => {
  if (own !== undefined && head.version === own + 1) return true;
  const index = Math.floor(head.published / TILE_WIDTH);
  const later = (await widthsOfBundle(index)).filter((width) => width > head.published % TILE_WIDTH);
  for (const width of later) {
    const stored = width > entries.length ? [] : await readBundle(index, width);
    if (stored.length === width && stored.every((entry, at) => entry === entries[at])) continue;
    if ((await findLogHead())?.version !== head.version) return false;
    throw new LogDamagedError(ROLLED_BACK);
  }
  return true;
};

/**
 * Bundles first, then the hashes of whole ones, then those of tiles that became whole: whoever reads a file finds those
 * below.
 */
const writeFiles = async (before: Frontier, added: number, entries: readonly string[]): Promise<void> => {
  const size = before.size + added;
  const last = Math.floor(before.size / TILE_WIDTH);
  let complete: Hash[] = [];
  for (let at = 0; at < entries.length; at += TILE_WIDTH) {
    const bundle = entries.slice(at, at + TILE_WIDTH);
    const index = last + at / TILE_WIDTH;
    await putBundle(index, bundle);
    if (bundle.length < TILE_WIDTH) continue;
    const hashes = hashesOf(bundle);
    await putTile(0, index, hashes);
    complete.push(perfectRoot(hashes));
  }
  for (let level = 1; complete.length > 0; level++) {
    const first = hashesAt(level, before.size);
    if (hashesAt(level, size) - first !== complete.length) throw new LogDamagedError('Tiles of the log are missing');
    const row = [...(await partialTile(level, before.size)), ...complete];
    const start = Math.floor(first / TILE_WIDTH);
    complete = [];
    for (let at = 0; at < row.length; at += TILE_WIDTH) {
      const hashes = row.slice(at, at + TILE_WIDTH);
      await putTile(level, start + at / TILE_WIDTH, hashes);
      if (hashes.length === TILE_WIDTH) complete.push(perfectRoot(hashes));
    }
  }
};

/** The stored bundle has the hashes that the head knows: nothing is built on a file that somebody changed. */
const demandSame = ({ size, roots }: Frontier, leaves: readonly Hash[]): void => {
  const { roots: found } = appended(EMPTY, leaves);
  const known = roots.slice(roots.length - found.length);
  const isSame =
    leaves.length === size % TILE_WIDTH &&
    found.every((hash, at) => Buffer.from(hash).equals(known[at] ?? Buffer.of()));
  if (!isSame) throw new LogDamagedError('The last bundle of the log has other entries than the head of the log knows');
};
