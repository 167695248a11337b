import { operations } from '../functions/index.ts';
import { access as deliverWebhook } from '../functions/workers/deliver-webhook.ts';
import { access as dispatchEvents } from '../functions/workers/dispatch-events.ts';
import { access as recordBounces } from '../functions/workers/record-bounces.ts';
import { access as runJob } from '../functions/workers/run-job.ts';
import { access as runRetries } from '../functions/workers/run-retries.ts';
import { access as runSchedule } from '../functions/workers/run-schedule.ts';
import { access as runTurns } from '../functions/workers/run-turns.ts';
import { access as sealEnvelope } from '../functions/workers/seal-envelope.ts';
import { access as sendMessage } from '../functions/workers/send-message.ts';
import { access as writeLog } from '../functions/workers/write-log.ts';
import { type Access, accessOf } from '../lib/http/contract.ts';
import { type Aggregate, type Grant, grantsOf, sharedGrantsOf } from '../lib/storage/access.ts';

/** Declarations of all functions. */
export const declared: ReadonlyMap<string, Access> = new Map([
  ...operations.map(({ contract }) => [contract.id, accessOf(contract)] as const),
  ['deliver-webhook', deliverWebhook],
  ['dispatch-events', dispatchEvents],
  ['record-bounces', recordBounces],
  ['run-job', runJob],
  ['run-retries', runRetries],
  ['run-schedule', runSchedule],
  ['run-turns', runTurns],
  ['seal-envelope', sealEnvelope],
  ['send-message', sendMessage],
  ['write-log', writeLog],
]);

/**
 * Returns the faults of a declaration, compared with its function's recorded uses (`usesOf`): uses that it doesn't
 * declare, requests that its role would refuse, and, if `whole`, what it declares and nothing used.
 */
export const faultsOf = (access: Access, used: ReadonlySet<string>, whole: boolean): string[] => {
  const parts = partsOf(access);
  const isDeclared = (use: string) => parts.some(({ allows }) => allows(use));
  const grants = [...grantsOf(access), ...sharedGrantsOf(access)];
  const requests = [...used].filter((use) => use.startsWith('request:'));
  const undeclared = [...used].filter((use) => !use.startsWith('request:') && !isDeclared(use));
  const refused = requests.filter((request) => !grants.some((grant) => isGranted(grant, request)));
  const unused = whole ? parts.filter(({ isUsed }) => !isUsed(used)).map(({ name }) => name) : [];
  return [
    ...said('used without declaring it', undeclared),
    ...said('sent what its role would refuse', refused),
    ...said('declares twice', twiceIn(access)),
    ...said('declares, but no test saw it use', unused),
  ];
};

const said = (what: string, list: readonly string[]): string[] =>
  list.length === 0 ? [] : [`${what}: ${list.join(', ')}`];

/** One thing that is declared: which uses it allows, and which of them show that it is needed. */
interface Part {
  name: string;
  allows: (use: string) => boolean;
  isUsed: (used: ReadonlySet<string>) => boolean;
}

const one = (use: string): Part => ({ name: use, allows: (seen) => seen === use, isUsed: (used) => used.has(use) });

/** Of several things that it needs, each in one of several ways. */
const all = (name: string, ...needs: readonly string[][]): Part => ({
  name,
  allows: (use) => needs.some((ways) => ways.includes(use)),
  isUsed: (used) => needs.every((ways) => ways.some((way) => used.has(way))),
});

const reading = (aggregate: Aggregate) => [`read:${aggregate}`, `check:${aggregate}`];
const writing = (aggregate: Aggregate) => [`put:${aggregate}`, `update:${aggregate}`];

const partsOf = (access: Access): Part[] => {
  const { read = [], change = [], write = [], remove = [], bulk = [] } = access;
  const { files = {}, queues = [], keys = [], send = [], identities = [] } = access;
  return [
    ...read.map((aggregate) => all(`read ${aggregate}`, reading(aggregate))),
    ...change.map((aggregate) => all(`change ${aggregate}`, reading(aggregate), writing(aggregate))),
    ...write.map((aggregate) => all(`write ${aggregate}`, writing(aggregate))),
    ...remove.map((aggregate) => all(`remove ${aggregate}`, [`delete:${aggregate}`])),
    ...bulk.map((aggregate) => all(`bulk ${aggregate}`, [`bulk:${aggregate}`])),
    ...(access.rights ? [STANDING] : []),
    ...(access.session ? [one('session')] : []),
    ...Object.entries(files).flatMap(([verb, kinds]) => kinds.map((kind) => one(`files:${verb}:${kind}`))),
    ...(access.filesList ? [one('files:list')] : []),
    ...queues.map((queue) => one(`queues:${queue}`)),
    ...keys.map((key) => one(`keys:${key}`)),
    ...send.map((channel) => one(`send:${channel}`)),
    ...identities.map((verb) => one(`identities:${verb}`)),
  ];
};

/** A caller's place always rests on a profile. */
const STANDING: Part = {
  name: 'rights',
  allows: (use) => ['check:session', 'check:profile', 'check:group', 'check:apiKey'].includes(use),
  isUsed: (used) => used.has('check:profile'),
};

/** Whoever changes an aggregate reads and writes it: neither is said beside that. */
const twiceIn = ({ read = [], change = [], write = [], remove = [], bulk = [] }: Access): string[] => {
  const lists = [[...read, ...change], [...change, ...write], [...read, ...write], remove, bulk];
  return [...new Set(lists.flatMap((list) => list.filter((name, index) => list.indexOf(name) !== index)))];
};

/** IAM's judgement: one statement must name the action, the resource and all families of the request. */
const isGranted = ({ actions, resources, families }: Grant, request: string): boolean => {
  const [, action = '', resource = '', list = ''] = /^request:(\w+):(\w+):(.*)$/.exec(request) ?? [];
  return (
    actions.some((name) => name === action) &&
    resources.some((name) => name === resource) &&
    list.split(',').every((family) => families.includes(family))
  );
};
