import type { Context } from 'aws-lambda';
import type { GatewayOperation } from './gateway-operation.ts';

/** A Lambda handler, whatever its event. */
export type Worker = (event: never, context: Context) => unknown;

/** Functions without a route, and their callers. */
export interface Workers {
  /** The table's stream. */
  'dispatch-events': Worker;
  /** The table's stream, too. */
  'write-log': Worker;
  /** The queue `seal`. */
  'seal-envelope': Worker;
  /** The queue `message`. */
  'send-message': Worker;
  /** The queue `webhook`. */
  'deliver-webhook': Worker;
  /** The queue `job`. */
  'run-job': Worker;
  /** The schedule. */
  'run-schedule': Worker;
  /** The schedule, too. */
  'run-retries': Worker;
  /** The schedule, too. */
  'run-turns': Worker;
  /** Bounces and complaints of mails. */
  'record-bounces': Worker;
}

export const QUEUE_WORKERS = {
  seal: 'seal-envelope',
  message: 'send-message',
  webhook: 'deliver-webhook',
  job: 'run-job',
} as const;

/** Names of the functions without a route. */
export const WORKERS: readonly (keyof Workers)[] = [
  'dispatch-events',
  'write-log',
  'run-schedule',
  'run-retries',
  'run-turns',
  'record-bounces',
  ...Object.values(QUEUE_WORKERS),
];

/** Loads the handlers in `functions/workers`, after the platform's environment is set, as in Lambda. */
export const loadWorkers = async (): Promise<Workers> => {
  const loaded = await Promise.all(
    WORKERS.map(async (name) => {
      const module = (await import(new URL(`../../../functions/workers/${name}.ts`, import.meta.url).href)) as {
        handler: Worker;
      };
      return [name, module.handler] as const;
    }),
  );
  return Object.fromEntries(loaded) as unknown as Workers;
};

/** Loads the API's functions, as `loadWorkers`. */
export const loadOperations = async (): Promise<readonly GatewayOperation[]> => {
  const { operations } = (await import('../../../functions/index.ts')) as { operations: readonly GatewayOperation[] };
  return operations;
};
