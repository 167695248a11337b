import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsumedCapacity, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Workers } from '../infra/local/shared/workers.ts';
import type { Operation } from '../lib/http/operation.ts';
import type { Key } from '../lib/storage/engine/key.ts';
import { isSession, type Sent, usesOf } from './aws-uses.ts';
import { type PartitionUse, readsOf } from './partitions/reads.ts';
import { withPatience } from './patience.ts';

/** One command that an operation sent to AWS, with the writes that a transaction consists of. */
export interface AwsCall {
  /** `DynamoDB`, `S3`, `SQS`, `KMS`, `SESv2`, `SNS`. */
  service: string;
  command: string;
  parts: string[];
  /** Items that a transaction writes: whole ones that it puts, the keys of others. */
  written: Key[];
  /** Keys of all items that a command to the table writes, or checks in a transaction. */
  touched: Key[];
  /** True for the pipeline's read of the session: every call of a user makes one. */
  session: boolean;
  /** Capacity units of the table and its indexes that the engine says it took; 0 for other services. */
  units: number;
  /** Units that it read, by partition; only where somebody listens. */
  reads: PartitionUse[];
}

/** One run of a function. */
export interface Run {
  /** The operation's id, or the worker's file. */
  name: string;
  calls: AwsCall[];
  /** Commands for which a pre-signed link was made instead of sending them: whoever follows it sends them. */
  links: string[];
  /** Its duration in milliseconds. */
  milliseconds: number;
  /** Its input. */
  event: unknown;
  /** The status that an operation answered, 200 for a worker that ended well. */
  status: number;
  /** Size of what an operation answered. */
  bytes: number;
  /** Identifies a run of the function. */
  id: string;
  /** Number of starts of each command. */
  begun: Map<string, number>;
}

/**
 * Headers that name a call to the proxies: the function, the call and its number in that run of the function
 * (`createEnvelope/DynamoDB.PutItem#1`); the run; and the client, which is the caller's `X-Client-ID`, or for a worker
 * the id of the first message or record that it got.
 */
export const CALL_HEADERS = { place: 'x-place', run: 'x-run', client: 'x-client' } as const;

const running = new AsyncLocalStorage<Run>();
const latest = new Map<string, AwsCall[]>();
/** Each function's recorded uses of AWS, for the comparison with its declaration. */
const used = new Map<string, Set<string>>();

let listener: ((run: Run) => void) | undefined;

/** Calls `listen` after every run from now on; undefined ends that. */
export const onRun = (listen: ((run: Run) => void) | undefined): void => {
  listener = listen;
};

/** `handler` under the name of its function: what it sends is recorded. */
const recording = <H extends (...given: never[]) => unknown>(name: string, handler: H): H =>
  (async (...given: Parameters<H>) => {
    const run: Run = {
      name,
      calls: [],
      links: [],
      milliseconds: 0,
      event: given[0],
      status: 500,
      bytes: 0,
      id: randomUUID(),
      begun: new Map(),
    };
    latest.set(name, run.calls);
    if (!used.has(name)) used.set(name, new Set());
    const started = performance.now();
    try {
      const answer = (await running.run(run, () => handler(...given))) as { statusCode?: number; body?: string };
      run.status = answer?.statusCode ?? 200;
      run.bytes = answer?.body?.length ?? 0;
      return answer;
    } finally {
      run.milliseconds = performance.now() - started;
      listener?.(run);
    }
  }) as unknown as H;

interface AnyEvent {
  headers?: Record<string, string>;
  Records?: { messageId?: string; eventID?: string; body?: string }[];
}

/**
 * The client of a run. A sealing that failed comes again in another message: all those of an envelope are one client.
 */
const clientOf = ({ headers, Records }: AnyEvent = {}): string => {
  const [name] = Object.keys(headers ?? {}).filter((one) => one.toLowerCase() === 'x-client-id');
  const [first] = Records ?? [];
  const [, sealed] = /^{"envelope_id":"([^"]+)"}$/.exec(first?.body ?? '') ?? [];
  return (name && headers?.[name]) || sealed || first?.messageId || first?.eventID || '';
};

/** `operations` that record what they send: `callsOf` returns those of the latest run of each. */
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

/**
 * The commands of the operation's latest run, in the order in which they were sent, but for the read of the session.
 */
export const callsOf = (operationId: string): AwsCall[] =>
  (latest.get(operationId) ?? []).filter(({ session }) => !session);

/** Number of session reads in the operation's latest run. */
export const sessionReadsOf = (operationId: string): number =>
  (latest.get(operationId) ?? []).filter(({ session }) => session).length;

/** Leaves what was used so far where the end of the whole suite compares it (`test/least-privilege.ts`). */
export const saveUses = (): void => {
  const folder = process.env.AWS_USES_DIR;
  if (!folder) return;
  const uses = Object.fromEntries([...used].map(([name, set]) => [name, [...set]]));
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(uses));
};

interface Answer {
  Responses?: Record<string, Record<string, unknown>[]>;
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
}

interface Patched {
  send: (this: object, ...given: unknown[]) => unknown;
  resolveMiddlewareWithContext: (this: object, ...given: unknown[]) => unknown;
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
  const sending = new WeakSet<object>();
  clients.send = function (this: object, ...given: unknown[]) {
    labelCalls((this as { middlewareStack: MiddlewareStack }).middlewareStack);
    const sent = given[0] as Sent;
    sending.add(sent);
    const call: AwsCall = {
      service: this.constructor.name.replace(/(Document)?Client$/, ''),
      command: sent.constructor.name.replace(/Command$/, ''),
      session: isSession(sent.input),
      parts: (sent.input.TransactItems ?? []).flatMap((item) => Object.keys(item)),
      written: (sent.input.TransactItems ?? []).flatMap(writtenBy),
      touched: touchedBy(sent),
      units: 0,
      reads: [],
    };
    const run = running.getStore();
    run?.calls.push(call);
    // Only where somebody listens: no other test's requests are changed.
    if (!run || !listener || call.service !== 'DynamoDB') return send.apply(this, given);
    sent.input.ReturnConsumedCapacity = 'INDEXES';
    return (send.apply(this, given) as Promise<Answer>).then((answer) => {
      call.units = [answer.ConsumedCapacity ?? []].flat().reduce((sum, taken) => sum + (taken.CapacityUnits ?? 0), 0);
      call.reads = readsOf(sent, answer, call.units);
      return answer;
    });
  };
  const commands = Object.getPrototypeOf(Object.getPrototypeOf(PutItemCommand.prototype)) as Patched;
  const { resolveMiddlewareWithContext } = commands;
  commands.resolveMiddlewareWithContext = function (this: object, ...given: unknown[]) {
    note(this as Sent);
    const command = this.constructor.name.replace(/Command$/, '');
    if (/Object$/.test(command) && !sending.has(this)) running.getStore()?.links.push(command);
    return resolveMiddlewareWithContext.apply(this, given);
  };
};

/** The header in which the SDK numbers calls; it is the same in all attempts. */
export const INVOCATION = 'amz-sdk-invocation-id';

type Handler = (call: { request?: { headers: Record<string, string> } }) => Promise<unknown>;
type Middleware = (next: Handler, context: { clientName?: string; commandName?: string }) => Handler;
interface MiddlewareStack {
  add(middleware: Middleware, options: Record<string, unknown>): void;
}

/** Stacks of the clients that label their calls. */
const labelled = new WeakSet<MiddlewareStack>();

/**
 * Writes where it comes from into every request, outside of what is signed: the same in each of the SDK's attempts at a
 * call.
 */
const labelCalls = (stack: MiddlewareStack): void => {
  if (labelled.has(stack)) return;
  labelled.add(stack);
  const label: Middleware = (next, { clientName = '', commandName = '' }) => {
    const run = running.getStore();
    const command = `${clientName.replace(/(v\d)?Client$/i, '')}.${commandName.replace(/Command$/, '')}`;
    const count = (run?.begun.get(command) ?? 0) + 1;
    run?.begun.set(command, count);
    return (call) => {
      const { request } = call;
      if (run && request) {
        const { place, run: id, client } = CALL_HEADERS;
        Object.assign(request.headers, {
          [place]: `${run.name}/${command}#${count}`,
          [id]: run.id,
          [client]: clientOf(run.event as AnyEvent),
        });
      }
      const id = request?.headers[INVOCATION];
      return id ? withPatience(id, () => next(call)) : next(call);
    };
  };
  stack.add(label, { step: 'deserialize', priority: 'low', name: 'labelCalls', override: true });
};

const touchedBy = ({ constructor: { name }, input }: Sent): Key[] => {
  if (!/^(Transact|Batch)Write|^(Put|Update|Delete)(Item)?Command$/.test(name)) return [];
  const { TransactItems = [], RequestItems = {} } = input as Sent['input'] & WriteRequests;
  const parts: Touching[] = [
    ...TransactItems.flatMap((item) => Object.values(item) as Touching[]),
    ...Object.values(RequestItems).flatMap((requests) => requests.flatMap((request) => Object.values(request))),
  ];
  return (parts.length > 0 ? parts : [input as Touching]).flatMap(({ Item, Key }) => {
    const { pk, sk } = Item ?? Key ?? {};
    return pk && sk ? [{ pk, sk }] : [];
  });
};

interface Touching {
  Item?: Partial<Key>;
  Key?: Partial<Key>;
}

interface WriteRequests {
  RequestItems?: Record<string, Record<string, Touching>[]>;
}

/** A check writes nothing. */
const writtenBy = (part: NonNullable<Sent['input']['TransactItems']>[number]): Key[] =>
  Object.entries(part).flatMap(([kind, { Item, Key }]) => (kind === 'ConditionCheck' ? [] : [(Item ?? Key) as Key]));

const note = (sent: Sent): void => {
  const run = running.getStore();
  if (!run) return;
  for (const use of usesOf(sent)) used.get(run.name)?.add(use);
};
