import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Workers } from '../infra/local/workers.ts';
import type { Operation } from '../lib/operation/operation.ts';
import { type Sent, usesOf } from './aws-uses.ts';

/** One command that an operation sent to AWS, with the writes that a transaction consists of. */
export interface AwsCall {
  command: string;
  parts: string[];
}

interface Run {
  name: string;
  calls: AwsCall[];
}

const running = new AsyncLocalStorage<Run>();
const latest = new Map<string, AwsCall[]>();
/** What each function was seen to use of AWS, for the comparison with what it declares. */
const used = new Map<string, Set<string>>();

/** `handler` under the name of its function: what it sends is recorded. */
const recording = <H extends (...given: never[]) => unknown>(name: string, handler: H): H =>
  ((...given: Parameters<H>) => {
    const calls: AwsCall[] = [];
    latest.set(name, calls);
    if (!used.has(name)) used.set(name, new Set());
    return running.run({ name, calls }, () => handler(...given));
  }) as H;

/** `operations` that record what they send: `callsOf` tells of the latest run of each. */
export const recorded = (operations: readonly Operation[]): Operation[] => {
  watchClients();
  return operations.map((operation) =>
    Object.assign(recording(operation.contract.id, operation), { contract: operation.contract }),
  );
};

/** The same for the functions that no route calls; their names are those of their files. */
export const recordedWorkers = (workers: Workers): Workers =>
  Object.fromEntries(
    Object.entries(workers).map(([name, worker]) => [name, recording(name, worker)]),
  ) as unknown as Workers;

/** The commands of the operation's latest run, in the order in which they were sent. */
export const callsOf = (operationId: string): AwsCall[] => latest.get(operationId) ?? [];

/** Leaves what was used so far where the end of the whole suite compares it (`test/least-privilege.ts`). */
export const saveUses = (): void => {
  const folder = process.env.AWS_USES_DIR;
  if (!folder) return;
  const uses = Object.fromEntries([...used].map(([name, set]) => [name, [...set]]));
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(uses));
};

interface Patched {
  send: (...given: unknown[]) => unknown;
  resolveMiddlewareWithContext: (...given: unknown[]) => unknown;
}

let watching = false;

/**
 * Every client of the SDK sends through one prototype, and every command resolves its middleware through another, also
 * when a link is pre-signed and nothing is sent.
 */
const watchClients = (): void => {
  if (watching) return;
  watching = true;
  const clients = Object.getPrototypeOf(DynamoDBClient.prototype) as Patched;
  const { send } = clients;
  clients.send = function (this: unknown, ...given: unknown[]) {
    const sent = given[0] as Sent;
    running.getStore()?.calls.push({
      command: sent.constructor.name.replace(/Command$/, ''),
      parts: (sent.input.TransactItems ?? []).flatMap((item) => Object.keys(item)),
    });
    return send.apply(this, given);
  };
  const commands = Object.getPrototypeOf(Object.getPrototypeOf(PutItemCommand.prototype)) as Patched;
  const { resolveMiddlewareWithContext } = commands;
  commands.resolveMiddlewareWithContext = function (this: unknown, ...given: unknown[]) {
    note(this as Sent);
    return resolveMiddlewareWithContext.apply(this, given);
  };
};

const note = (sent: Sent): void => {
  const run = running.getStore();
  if (!run) return;
  for (const use of usesOf(sent)) used.get(run.name)?.add(use);
};
