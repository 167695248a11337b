import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../functions/index.ts';
import { isSecretMember } from '../../lib/base/secret-members.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { bodyBytes } from '../../lib/http/parse.ts';
import { isAdministrationEvent, isBookkeeping } from '../../lib/storage/engine/keys.ts';
import type { AdministrationItem } from '../../lib/storage/records/administration.ts';
import { type Api, startApi } from '../api.ts';
import type { AwsCall } from '../aws-calls.ts';
import { playPlainUses, type Use } from '../plain-uses/play.ts';

const contracts = new Map<string, Contract>(operations.map(({ contract }) => [contract.id, contract]));

let api: Api;
let uses: Use[];
beforeAll(async () => {
  api = await startApi();
  uses = await playPlainUses(api);
}, 900_000);
afterAll(() => api.stop());

const nameOf = ({ operation, how }: Use): string => `${operation}: ${how}`;
const written = ({ run }: Use) => run.calls.flatMap(({ touched }) => touched);
/** Calls that wrote an event. One that is made again, because another was faster, writes the same. */
const carriers = ({ run }: Use): AwsCall[] => run.calls.filter(({ touched }) => touched.some(isAdministrationEvent));
const eventsOf = (use: Use): number =>
  new Set(
    written(use)
      .filter(isAdministrationEvent)
      .map(({ sk }) => sk),
  ).size;
const itemsOf = (use: Use): AdministrationItem[] =>
  use.run.calls.flatMap(({ written: all }) => all.filter(isAdministrationEvent)) as AdministrationItem[];

/** These renew the tokens of a session, whose beginning was the event. */
const CONTINUES = new Set(['authenticate: refresh token', 'renewBrowserSession: ']);

const requestOf = ({ run }: Use) => run.event as APIGatewayProxyEvent;
const isOfRecipient = (use: Use): boolean =>
  Object.keys(requestOf(use).headers).some((name) => name.toLowerCase() === 'signer');

test('each act of a user, a key or an application is one event, and what does nothing is none', () => {
  const faults = uses.flatMap((use) => {
    const { event, unrecorded, isRead } = contracts.get(use.operation) ?? {};
    const acts = written(use).some((key) => !isBookkeeping(key)) && !isOfRecipient(use) && !CONTINUES.has(nameOf(use));
    const expected = event && (acts || isRead) ? 1 : 0;
    const isSilent = acts && !event && !unrecorded;
    return eventsOf(use) === expected && !isSilent ? [] : [`${nameOf(use)} has ${eventsOf(use)}, not ${expected}`];
  });
  expect(faults).toEqual([]);
});

test('the event is in the very write of its act', () => {
  const apart = uses.flatMap((use) => {
    const { isRead } = contracts.get(use.operation) ?? {};
    const isWithAct = ({ touched }: AwsCall) => touched.some((key) => !isBookkeeping(key));
    return isRead || carriers(use).every(isWithAct) ? [] : [nameOf(use)];
  });
  expect(apart).toEqual([]);
});

test('each operation that declares an event was seen to have one', () => {
  const seen = new Set(uses.filter((use) => eventsOf(use) > 0).map(({ operation }) => operation));
  const unseen = [...contracts.values()].filter(({ id, event }) => event && !seen.has(id)).map(({ id }) => id);
  expect(unseen).toEqual(UNSEEN);
});

/** Their plain uses find nothing to do, or are a recipient's: `rare-acts.test.ts` sees each of them act. */
const UNSEEN = [
  'revokeToken',
  'keepBrowserSession',
  'renewBrowserSession',
  'verifyBrandAppDomain',
  'verifyBrandEmailDomain',
  'createInitialsBlock',
  'deleteInitials',
  'deleteSignature',
];

test('each event has the address of its person', () => {
  // A directory acts for nobody.
  const isOfNobody = ({ actor, client }: AdministrationItem) => !actor.email && client?.kind !== 'directory';
  const nameless = uses.flatMap((use) => (itemsOf(use).some(isOfNobody) ? [nameOf(use)] : []));
  expect(nameless).toEqual([]);
});

interface Inside {
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}

const secretsIn = (schema: z.ZodType, value: unknown): string[] => {
  if (isSecretMember(schema)) return typeof value === 'string' ? [value] : [];
  const { options = [], innerType, out, element, shape = {} } = schema.def as Inside;
  const inside = [...options, innerType, out].filter((one) => one !== undefined);
  return [
    ...inside.flatMap((one) => secretsIn(one, value)),
    ...(Array.isArray(value) && element ? value.flatMap((one) => secretsIn(element, one)) : []),
    ...Object.entries(shape).flatMap(([name, member]) =>
      secretsIn(member, (value as Record<string, unknown> | null | undefined)?.[name]),
    ),
  ];
};

test('no event has a secret of its request or of its answer', () => {
  let count = 0;
  const told = uses.flatMap((use) => {
    const { body, returns } = contracts.get(use.operation) as Contract;
    const request = requestOf(use);
    const sent = /json/.test(JSON.stringify(request.headers))
      ? JSON.parse(bodyBytes(request).toString() || 'null')
      : null;
    const tokens = JSON.stringify(request.headers).match(/eyJ[\w.-]+/g) ?? [];
    const secrets = [...(body ? secretsIn(body, sent) : []), ...secretsIn(returns, use.answer?.body), ...tokens].filter(
      (secret) => secret.length > 5,
    );
    count += secrets.length;
    const text = JSON.stringify(itemsOf(use));
    return secrets.some((secret) => text.includes(secret)) ? [nameOf(use)] : [];
  });
  expect(told).toEqual([]);
  expect(count).toBeGreaterThan(40);
});
