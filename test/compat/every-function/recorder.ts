import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as client from '@verdocs/js-sdk';

export type Client = typeof client;
interface Response {
  status: number;
  config: { method?: string; url?: string; data?: unknown };
}

/** One request that a function of the client made, and how it was answered. */
export interface Exchange {
  status: number;
  request: Response['config'];
}

/** One call of a function of the client that ended well. */
export interface Call {
  name: string;
  answer: unknown;
  exchanges: Exchange[];
}

const requireHere = createRequire(import.meta.url);

/** The folder of the client's package. */
const PACKAGE = join(requireHere.resolve('@verdocs/js-sdk'), '..', '..');

/** The names of the functions that the package declares to take an endpoint: all that can speak to the platform. */
export const apiFunctions = (): string[] => {
  const declarations = readFileSync(join(PACKAGE, 'dist', 'index.d.ts'), 'utf8');
  const found = declarations.matchAll(/^declare (?:const|function) (\w+)(?:: |\b)\(endpoint: VerdocsEndpoint/gm);
  return [...found].map(([, name]) => name as string).filter((name) => name in client);
};

/**
 * The client's own functions, unmodified, which record every call that succeeds: its result, and the requests that the
 * platform answered for it. Calls that run at the same time are kept apart.
 */
export const recordedClient = (): { sdk: Client; calls: Call[] } => {
  const calls: Call[] = [];
  const record =
    (name: string, call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const [endpoint, ...rest] = args;
      if (!(endpoint instanceof client.VerdocsEndpoint)) return call(...args);
      const exchanges: Exchange[] = [];
      const note = (answer: unknown) => {
        calls.push({ name, answer, exchanges });
        return answer;
      };
      const answer = call(listening(endpoint, exchanges), ...rest);
      return answer instanceof Promise ? answer.then(note) : note(answer);
    };
  const sdk = Object.fromEntries(
    Object.entries(client).map(([name, value]) => [
      name,
      typeof value === 'function' && value !== client.VerdocsEndpoint
        ? record(name, value as (...args: unknown[]) => unknown)
        : value,
    ]),
  ) as unknown as Client;
  return { sdk, calls };
};

/** The endpoint, which records the answers to its requests. */
const listening = (endpoint: client.VerdocsEndpoint, exchanges: Exchange[]): client.VerdocsEndpoint => {
  const api = new Proxy(endpoint.api, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== 'function') return found;
      return async (...args: unknown[]) => {
        const answer = (await found.apply(target, args)) as Response;
        exchanges.push({ status: answer.status, request: answer.config });
        return answer;
      };
    },
  });
  return new Proxy(endpoint, {
    get: (target, key) => {
      if (key === 'api') return api;
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
};
