import { availableParallelism } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Threads of one kind that run at once: while one is busy with a hostile file, others continue. */
const MOST_THREADS = Math.max(2, Math.min(4, availableParallelism()));

/** Milliseconds between two checks of a thread's time. */
const LOOK_EVERY = 100;

/** A thread without any processor time ends after its limit multiplied by this, on the wall clock. */
const WALL_FACTOR = 10;

/** In a bundle a thread's code is beside the function's. */
export const IS_BUNDLED = !import.meta.url.endsWith('.ts');

/**
 * Threads of one kind, for work on strangers' files. Each does one task at a time, can be ended without affecting the
 * process and other tasks, and is started when it is needed first.
 */
export class Threads {
  readonly #file: URL;
  readonly #limits: ResourceLimits;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(file: URL, limits: ResourceLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Gives a thread to `use`. It is kept for later tasks if `use` says so, and else ended. */
  async run<T>(use: (thread: Worker) => Promise<{ result: T; keep: boolean }>): Promise<T> {
    await this.#takeTurn();
    const thread = this.#idle.pop() ?? this.#start();
    thread.ref();
    try {
      const { result, keep } = await use(thread);
      if (keep) this.#keep(thread);
      else end(thread);
      return result;
    } catch (error) {
      end(thread);
      throw error;
    } finally {
      this.#giveTurn();
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#running < MOST_THREADS) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }

  /** Starts a thread. It reads strangers' files, so it gets nothing of the process's environment, such as keys. */
  #start(): Worker {
    const thread = new Worker(this.#file, { env: {}, execArgv: [], argv: [], resourceLimits: this.#limits });
    // A waiting task gets the error, too; later messages of the thread are ignored.
    return thread.on('error', () => this.#forget(thread)).on('exit', () => this.#forget(thread));
  }

  #forget(thread: Worker): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  /** Keeps a thread for the next task, without keeping the process alive. */
  #keep(thread: Worker): void {
    thread.unref();
    this.#idle.push(thread);
  }
}

const end = (thread: Worker): void => {
  thread.unref();
  void thread.terminate();
};

/** A running look at a thread's time. */
export interface ThreadWatch {
  /** Begins to count the time on the wall clock anew. */
  again: () => void;
  stop: () => void;
}

/**
 * Calls `look` with the thread's processor time in milliseconds, again and again, and `onWall` after ten times
 * `milliseconds` on the wall clock: a thread may be kept from using its processor time.
 */
export const watchThread = (
  thread: Worker,
  { milliseconds, look, onWall }: { milliseconds: number; look: (used: number) => void; onWall: () => void },
): ThreadWatch => {
  let started = performance.now();
  const check = async (): Promise<void> => {
    if (performance.now() - started > milliseconds * WALL_FACTOR) return onWall();
    const { user, system } = await thread.cpuUsage();
    look((user + system) / 1000);
  };
  // A thread that has not started, or has ended, can't answer.
  const timer = setInterval(() => void check().catch(() => undefined), LOOK_EVERY);
  return {
    again: () => {
      started = performance.now();
    },
    stop: () => clearInterval(timer),
  };
};

/** Milliseconds of processor time that the current thread has used. */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Copies the files before they are transferred: a view would be transferred with its whole buffer. */
export const ownBytes = (given: object): { given: object; buffers: ArrayBuffer[] } => {
  const buffers: ArrayBuffer[] = [];
  const entries = Object.entries(given).map(([key, value]): [string, unknown] => {
    if (!(value instanceof Uint8Array)) return [key, value];
    const copy = new Uint8Array(value);
    buffers.push(copy.buffer);
    return [key, copy];
  });
  return { given: Object.fromEntries(entries), buffers };
};
