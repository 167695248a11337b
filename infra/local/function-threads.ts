import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { MessageChannel, Worker as Thread } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import type { HeldKey } from '../../lib/aws/keys/signing-key.ts';
import { clockState } from '../../lib/base/clock.ts';
import type { Call, Ended, Loaded, ThreadData } from './function-thread.ts';
import { serveKey } from './hsm/key-port.ts';
import type { GatewayOperation } from './shared/gateway-operation.ts';
import { report } from './shared/report.ts';
import { WORKERS, type Workers } from './shared/workers.ts';

/** Running calls of each thread from which on another thread is worth its start. */
const BUSY = 3;
const MOST_THREADS = 4;

/** A key that this thread holds, and its name. */
export interface NamedKey {
  name: string;
  key: HeldKey;
}

export interface FunctionThreads {
  operations: readonly GatewayOperation[];
  workers: Workers;
  stop(): Promise<void>;
}

interface Running {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface FunctionThread {
  thread: Thread;
  running: Map<number, Running>;
}

/**
 * Runs the functions in threads beside the gateway and the engines, as many as are busy and the machine has processors
 * for. They take the process's environment as it is now, and its clock with each call. A thread that dies fails its
 * calls, and another takes its place. `FUNCTION_THREADS` sets another number of threads. `program` is the threads'
 * file, which behaves as `function-thread.ts`. A seal key in an HSM stays in this thread, and signs for the others.
 */
export const startFunctionThreads = async ({
  most = Number(process.env.FUNCTION_THREADS) || Math.min(availableParallelism(), MOST_THREADS),
  program = new URL('./function-thread.ts', import.meta.url),
  sealKey = undefined as NamedKey | undefined,
} = {}): Promise<FunctionThreads> => {
  const threads: FunctionThread[] = [];
  const publicKey = await sealKey?.key.publicKey();
  const newThread = (): Thread =>
    sealKey && publicKey ? threadWithKey(program, sealKey, publicKey) : new Thread(program);
  let loading: Promise<Loaded> | undefined;
  let stopping = false;
  let calls = 0;

  const add = async (): Promise<Loaded> => {
    const { one, loaded } = await startThread(newThread(), (error) => {
      threads.splice(threads.indexOf(one), 1);
      if (stopping) return;
      report('A thread of functions ended', error);
      grow().catch((cause) => report('No thread of functions starts', cause));
    });
    threads.push(one);
    return loaded;
  };
  const grow = (): Promise<Loaded> => {
    loading ??= add().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const call = async (name: string, event: unknown, context: Context): Promise<unknown> => {
    if (threads.length === 0) await grow();
    const [one] = threads.toSorted((a, b) => a.running.size - b.running.size);
    if (!one) throw new Error('No thread of functions runs');
    if (one.running.size >= BUSY && threads.length < most) {
      grow().catch((error) => report('Another thread of functions does not start', error));
    }
    const id = ++calls;
    return new Promise((resolve, reject) => {
      one.running.set(id, { resolve, reject });
      one.thread.postMessage({
        id,
        name,
        event,
        requestId: context.awsRequestId,
        seconds: context.getRemainingTimeInMillis() / 1000,
        clock: clockState(),
      } satisfies Call);
    });
  };
  const called = (name: string) => (event: unknown, context: Context) => call(name, event, context);

  const { operations } = await grow();
  return {
    operations: operations.map((contract) => Object.assign(called(contract.id), { contract }) as GatewayOperation),
    workers: Object.fromEntries(WORKERS.map((name) => [name, called(name)])) as unknown as Workers,
    stop: async () => {
      stopping = true;
      await Promise.all(threads.map(({ thread }) => thread.terminate()));
    },
  };
};

/** Waits until a thread has loaded the functions. `ended` is called when it ends. */
const startThread = async (
  thread: Thread,
  ended: (error: Error) => void,
): Promise<{ one: FunctionThread; loaded: Loaded }> => {
  const one: FunctionThread = { thread, running: new Map() };
  const { running } = one;
  const loaded = await new Promise<Loaded>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('It ended before it had loaded the functions')));
  });
  let reason = new Error('It ended');
  thread.on('error', (error: Error) => {
    reason = error;
  });
  thread.on('exit', () => {
    for (const { reject } of running.values()) reject(reason);
    ended(reason);
  });
  thread.on('message', ({ id, answer, error }: Ended) => {
    const waiting = running.get(id);
    running.delete(id);
    if (error) waiting?.reject(Object.assign(new Error(error.message), error));
    else waiting?.resolve(answer);
  });
  return { one, loaded };
};

const threadWithKey = (program: URL, { name, key }: NamedKey, publicKey: KeyObject): Thread => {
  const { port1, port2 } = new MessageChannel();
  serveKey(port1, key);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const workerData: ThreadData = { sealKey: { name, publicKey: spki, port: port2 } };
  return new Thread(program, { workerData, transferList: [port2] });
};
