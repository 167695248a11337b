import type { Context } from 'aws-lambda';

/** A Lambda handler, whatever its event. */
export type Worker = (event: never, context: Context) => unknown;

/** The functions that no route calls, and what calls them. */
export interface Workers {
  /** The table's stream. */
  'dispatch-events': Worker;
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
}

export const QUEUE_WORKERS = {
  seal: 'seal-envelope',
  message: 'send-message',
  webhook: 'deliver-webhook',
  job: 'run-job',
} as const;

/** The handlers in `functions/workers`. Imported when the platform's environment stands, as Lambda does it. */
export const loadWorkers = async (): Promise<Workers> => {
  const names: (keyof Workers)[] = ['dispatch-events', 'run-schedule', ...Object.values(QUEUE_WORKERS)];
  const loaded = await Promise.all(
    names.map(async (name) => {
      const module = (await import(new URL(`../../functions/workers/${name}.ts`, import.meta.url).href)) as {
        handler: Worker;
      };
      return [name, module.handler] as const;
    }),
  );
  return Object.fromEntries(loaded) as unknown as Workers;
};
