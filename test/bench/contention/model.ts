import { BATCH_WORK } from '../../partitions/load.ts';
import { IN_PARTS, type RecordedRun } from './recording.ts';

/**
 * A model of the table under many writers: a transaction holds its items for 20 ms; whoever wants one of them meanwhile
 * is refused and tries again as `lib/storage/engine` does. Time is counted, nothing is measured.
 */
const HELD = 20;
/** Between two writes of a run, and before its first. */
const BETWEEN = 10;
/** Tries of `transact` after conflicts, and of `change` around it. */
const TRIES = 6;
const LOOPS = 20;

/** Outcome of the requests. */
export interface Outcome {
  requests: number;
  /** Refusals of transactions that were tried again. */
  conflicts: number;
  /** Requests that were answered 503 because every try was refused. */
  unavailable: number;
  /** The 99th percentile of the time that a request waited for others, in milliseconds. */
  waited99: number;
}

/** The items that a try wants: of one in parts any part. */
const partsOf = (items: readonly string[], random: () => number): string[] =>
  items.map((item) => (partsIn(item) > 1 ? `${item} ${Math.floor(random() * partsIn(item))}` : item));

const partsIn = (item: string): number => Number(IN_PARTS.exec(item)?.[1] ?? 1);

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Acts in the order of their times. */
class Timeline {
  readonly #acts: { at: number; act: () => void }[] = [];

  add(at: number, act: () => void): void {
    const acts = this.#acts;
    let place = acts.push({ at, act }) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((acts[parent]?.at ?? 0) <= at) break;
      [acts[place], acts[parent]] = [acts[parent] as (typeof acts)[0], acts[place] as (typeof acts)[0]];
      place = parent;
    }
  }

  run(): void {
    for (let next = this.#take(); next; next = this.#take()) next();
  }

  #take(): (() => void) | undefined {
    const acts = this.#acts;
    const [first] = acts;
    const last = acts.pop();
    if (!first || !last) return undefined;
    if (acts.length > 0) {
      acts[0] = last;
      let place = 0;
      for (;;) {
        const [left, right] = [2 * place + 1, 2 * place + 2];
        const at = (one: number) => acts[one]?.at ?? Number.POSITIVE_INFINITY;
        const least = at(left) < at(right) ? left : right;
        if (at(least) >= at(place)) break;
        [acts[place], acts[least]] = [acts[least] as (typeof acts)[0], acts[place] as (typeof acts)[0]];
        place = least;
      }
    }
    return first.act;
  }
}

/** Starts the given runs at the given times and follows each until it is done or refused. */
export const outcomeOf = (starts: readonly { at: number; run: RecordedRun }[], random: () => number): Outcome => {
  const timeline = new Timeline();
  const heldUntil = new Map<string, number>();
  const waits: number[] = [];
  let conflicts = 0;
  let unavailable = 0;
  const write = (run: RecordedRun, place: number, at: number, waited: number, tried: number): void => {
    const wanted = run.writes[place];
    if (!wanted) {
      waits.push(waited);
      return;
    }
    const until = Math.max(0, ...wanted.shared.map((item) => heldUntil.get(item) ?? 0));
    if (until <= at) {
      if (wanted.transaction) for (const item of wanted.shared) heldUntil.set(item, at + HELD);
      const done = at + (wanted.transaction ? HELD : BETWEEN);
      timeline.add(done + BETWEEN, () => write(run, place + 1, done + BETWEEN, waited, 0));
      return;
    }
    conflicts += 1;
    if (tried + 1 >= TRIES * LOOPS) {
      unavailable += 1;
      return;
    }
    const pause = pauseAfter(tried, random);
    timeline.add(at + pause, () => write(run, place, at + pause, waited + pause, tried + 1));
  };
  for (const { at, run } of starts) timeline.add(at, () => write(run, 0, at, 0, 0));
  timeline.run();
  const sorted = waits.sort((one, other) => one - other);
  return {
    requests: starts.length,
    conflicts,
    unavailable,
    waited99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
  };
};

/** The pauses of `transact` within a try of `change`, and between these. */
const pauseAfter = (tried: number, random: () => number): number => {
  const within = tried % TRIES;
  const loop = Math.floor(tried / TRIES);
  if (within === TRIES - 1) return random() * Math.min(1000, 20 * 2 ** (loop + 1));
  return random() * 100;
};

/** The items that transactions of several envelopes write: each bounds how many there can be in a second. */
export interface Bound {
  item: string;
  by: string;
  /** Transactions with it for one envelope. */
  writes: number;
  /** Envelopes a second at which the item is always held. */
  most: number;
  /** True where one write serves a whole batch of the stream. */
  batched: boolean;
}

export const boundsOf = (runs: readonly RecordedRun[]): Bound[] => {
  const found = new Map<string, Bound>();
  for (const { name, writes } of runs) {
    for (const { transaction, shared } of writes) {
      for (const item of transaction ? shared : []) {
        const key = `${name} ${item}`;
        const known = (found.get(key)?.writes ?? 0) + 1;
        const most = (partsIn(item) * 1000) / HELD / known;
        found.set(key, { item, by: name, writes: known, most, batched: name === 'dispatch-events' });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.most - other.most);
};

/** The dispatcher, which follows the table's stream: a run at a time for each shard, of a hundred records at most. */
export interface Dispatching {
  envelopesPerSecond: number;
  /**
   * The records of the stream for one envelope that wake it: of each, the transactions that it leads to, by their items
   * in common.
   */
  records: readonly (readonly (readonly string[])[])[];
  shards: number;
  seconds: number;
}

const BATCH = 100;
/** The pause of a shard that has nothing to do. */
const POLL = 200;

/**
 * The 99th percentile of the time from a record to the end of its batch, in milliseconds, and the batches begun again.
 */
export const dispatch = (
  { envelopesPerSecond, records, shards, seconds }: Dispatching,
  random: () => number,
): { late99: number; repeated: number } => {
  const timeline = new Timeline();
  const heldUntil = new Map<string, number>();
  const end = seconds * 1000;
  const every = (1000 * shards) / (envelopesPerSecond * records.length);
  const late: number[] = [];
  let repeated = 0;
  const serve = (at: number, taken: number): void => {
    const arrived = Math.floor(Math.min(at, end) / every);
    const count = Math.min(BATCH, arrived - taken);
    if (count === 0) {
      if (at < end) timeline.add(at + POLL, () => serve(at + POLL, taken));
      return;
    }
    const transactions = batchOf(records, count, random);
    timeline.add(at + BATCH_WORK, () => attempt(transactions, at + BATCH_WORK, taken, count, 0, 0));
  };
  const attempt = (
    transactions: readonly (readonly string[])[],
    at: number,
    taken: number,
    count: number,
    place: number,
    tried: number,
  ): void => {
    const transaction = transactions[place];
    if (!transaction) {
      for (let one = 1; one <= count; one++) late.push(at - (taken + one) * every);
      serve(at, taken + count);
      return;
    }
    const wanted = partsOf(transaction, random);
    const until = Math.max(...wanted.map((item) => heldUntil.get(item) ?? 0));
    if (until <= at) {
      for (const item of wanted) heldUntil.set(item, at + HELD);
      timeline.add(at + HELD, () => attempt(transactions, at + HELD, taken, count, place + 1, 0));
      return;
    }
    const isLost = tried + 1 >= TRIES * LOOPS;
    if (isLost) repeated += 1;
    const pause = pauseAfter(tried, random);
    timeline.add(at + pause, () =>
      attempt(transactions, at + pause, taken, count, isLost ? 0 : place, isLost ? 0 : tried + 1),
    );
  };
  for (let shard = 0; shard < shards; shard++) {
    const begin = random() * POLL;
    timeline.add(begin, () => serve(begin, 0));
  }
  timeline.run();
  late.sort((one, other) => one - other);
  return { late99: Math.round(late[Math.floor(late.length * 0.99)] ?? 0), repeated };
};

/** The transactions of a batch of so many records: what several of them lead to is one. */
const batchOf = (
  records: Dispatching['records'],
  count: number,
  random: () => number,
): readonly (readonly string[])[] => {
  const some = Array.from({ length: count }, () => records[Math.floor(random() * records.length)] ?? []).flat();
  return [...new Map(some.map((items) => [items.join(), items])).values()];
};
