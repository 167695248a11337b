import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';

let made: Logger | undefined;

const logger = (): Logger => {
  made ??= new Logger({
    serviceName: 'countersign',
    jsonReplacerFn: (_, value) => (typeof value === 'string' ? withoutPrivate(value) : value),
  });
  return made;
};

type Keys = Record<string, unknown>;
/** Keys of the run in which a line is written: on the local platform many runs share a process. */
const running = new AsyncLocalStorage<Keys>();

type Line = (message: string, details?: Keys) => void;

const line =
  (level: 'warn' | 'error'): Line =>
  (message, details = {}) =>
    logger()[level](message, { ...running.getStore(), ...details });

const levels: Record<'warn' | 'error', Line> = { warn: line('warn'), error: line('error') };

/**
 * The structured log. It never gets personal data, documents, tokens or keys: only ids, codes and counts. Messages of
 * others' errors are cleared of them: SES, for example, names the addresses that it refuses.
 */
export const log = (): typeof levels => levels;

/** Calls `run`; each line that is written in it, and in what it starts, has these keys beside those it has already. */
export const withLogKeys = <T>(keys: Keys, run: () => T): T => running.run({ ...running.getStore(), ...keys }, run);

/** Adds keys to the lines of the run that follow. */
export const addLogKeys = (keys: Keys): void => {
  Object.assign(running.getStore() ?? {}, keys);
};

/** The part of Lambda's context that the log uses. */
interface RunContext {
  functionName: string;
  awsRequestId: string;
}

/** Makes the handler of a worker: its lines have the ids of its run. */
export const logged =
  <E, C extends RunContext, R>(handle: (event: E, context: C) => R) =>
  (event: E, context?: C): R =>
    withLogKeys({ function_name: context?.functionName, request_id: context?.awsRequestId }, () =>
      handle(event, context as C),
    );

/** Mail addresses, tokens (JWTs) and the keys in signing links, anywhere in a text. */
const PRIVATE: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[address]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/(\/sign\/(?:unauth\/)?[^/\s]+\/[^/\s]+\/)[^/\s"']+/g, '$1[key]'],
];

const withoutPrivate = (text: string): string =>
  PRIVATE.reduce((cleared, [pattern, instead]) => cleared.replace(pattern, instead), text);
