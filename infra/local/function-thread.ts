import { createPublicKey } from 'node:crypto';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { holdKey } from '../../lib/aws/keys/signing-key.ts';
import { type ClockState, setClock } from '../../lib/base/clock.ts';
import { keyBehind } from './hsm/key-port.ts';
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

/** Data that a thread starts with. */
export interface ThreadData {
  /** A seal key that another thread holds: its name, its public key (SPKI), and the port at which it signs. */
  sealKey: { name: string; publicKey: Uint8Array; port: MessagePort };
}

const port = parentPort;
if (!port) throw new Error('This file runs as a thread of the local platform');

// In Lambda, one function's unhandled error ends one instance; here it must not end all others.
process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error));
process.on('uncaughtException', (error) => console.error('Uncaught error:', error));

const { sealKey } = (workerData ?? {}) as Partial<ThreadData>;
if (sealKey) {
  const publicKey = createPublicKey({ key: Buffer.from(sealKey.publicKey), format: 'der', type: 'spki' });
  holdKey(sealKey.name, keyBehind(sealKey.port, publicKey));
}

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
