import { parentPort } from 'node:worker_threads';
import { type ClockState, setClock } from '../../lib/base/clock.ts';
import type { GatewayOperation } from './shared/gateway-operation.ts';
import { lambdaContext } from './shared/lambda-context.ts';
import { loadOperations, loadWorkers, type Worker } from './shared/workers.ts';

/** A call of a function, for a thread. */
export interface Call {
  id: number;
  /** The operation's id, or the worker's name. */
  name: string;
  event: unknown;
  requestId: string;
  seconds: number;
  clock: ClockState;
}

/** A call's end. */
export interface Ended {
  id: number;
  answer?: unknown;
  /** The error that the function threw. */
  error?: { name: string; message: string; stack: string | undefined };
}

/** The first message of a thread: it has loaded the functions. */
export interface Loaded {
  operations: GatewayOperation['contract'][];
}

const port = parentPort;
if (!port) throw new Error('This file runs as a thread of the local platform');

// In Lambda, one function's unhandled error ends one instance; here it must not end all others.
process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error));
process.on('uncaughtException', (error) => console.error('Uncaught error:', error));

const [operations, workers] = await Promise.all([loadOperations(), loadWorkers()]);
const functions = new Map<string, Worker>([
  ...operations.map((operation) => [operation.contract.id, operation as Worker] as const),
  ...Object.entries<Worker>({ ...workers }),
]);

const run = async ({ id, name, event, requestId, seconds, clock }: Call): Promise<Ended> => {
  setClock(clock);
  try {
    const answer = await functions.get(name)?.(event as never, lambdaContext(name, requestId, seconds));
    return { id, answer };
  } catch (thrown) {
    const { name: kind, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { id, error: { name: kind, message, stack } };
  }
};

port.on('message', async (call: Call) => port.postMessage(await run(call)));
port.postMessage({
  operations: operations.map(({ contract: { id, route, alsoAt, refuses, methodsAt } }) => ({
    id,
    route,
    ...(alsoAt ? { alsoAt } : {}),
    ...(refuses ? { refuses } : {}),
    // Functions can't be sent between threads; that there is one is enough.
    ...(methodsAt ? { methodsAt: true } : {}),
  })),
} satisfies Loaded);
