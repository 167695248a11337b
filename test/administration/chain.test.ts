import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryOf } from '../../lib/evidence/entry.ts';
import { chainAfter, findChainHead, linkEvents } from '../../lib/storage/administration/chain.ts';
import { getItem, removeRecord } from '../../lib/storage/engine/client.ts';
import { administrationEventKey, headDueKey, logEntryKey } from '../../lib/storage/engine/keys.ts';
import type { Trust } from '../../lib/verifier/trust.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { playAct } from '../bench/cost/administration.ts';
import { billOf, dollarsOf, sumOf } from '../bench/cost/bill.ts';
import { PRICES } from '../bench/cost/prices.ts';
import { signIn } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';

let api: Api;
let owner: Person;
let trust: Trust;
beforeAll(async () => {
  api = await startApi();
  // No head gets into the log by a full hour before the test of that.
  await api.beginHour();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const addContact = (at: number, person = owner) =>
  api.as(person).createOrganizationContact({
    body: { first_name: 'Grace', last_name: `Number ${at}`, email: `grace-${at}@example.com` },
  });

/** Tokens end while the clock moves. */
const renew = async (person: Person): Promise<void> => {
  person.token = (await signIn(api, person)).token;
};

const exported = async (query: object = {}, person = owner): Promise<string> => {
  const path = { organization_id: person.organization_id };
  const { status, bytes } = await api.as(person).exportOrganizationEvents({ path, query });
  expect(status).toBe(200);
  return Buffer.from(bytes).toString();
};

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text));
const check = async (text: string, ...others: { name: string; bytes: Uint8Array<ArrayBuffer> }[]) => {
  const given = [{ name: 'administration.ndjson', bytes: bytesOf(text) }, ...others];
  const { files, verdict } = await verifyFiles(given, trust);
  return { verdict, checks: files.flatMap(({ findings }) => findings.map(({ check: name }) => name)) };
};

describe('the chain', () => {
  test('of a hundred acts at once is one, without a gap', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, (_, at) => addContact(at)));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    await api.settle();
    const chain = await chainAfter(owner.organization_id, 0, 1000);
    expect(chain.map(({ sequence }) => sequence)).toEqual(chain.map((_, at) => at + 1));
    for (const [at, { previous_hash }] of chain.entries()) {
      expect(previous_hash).toBe(chain[at - 1]?.hash ?? '0'.repeat(64));
    }
    expect(chain.filter(({ kind }) => kind === 'contact:created')).toHaveLength(100);
    expect(await findChainHead(owner.organization_id)).toMatchObject({
      sequence: chain.length,
      hash: chain.at(-1)?.hash,
    });
  });

  test('stays as it is where workers link its events again, several at once', async () => {
    const before = await chainAfter(owner.organization_id, 0, 1000);
    const ids = before.map(({ id }) => id);
    await Promise.all([1, 2, 3].map(() => linkEvents(owner.organization_id, ids)));
    expect(await chainAfter(owner.organization_id, 0, 1000)).toEqual(before);
  });

  test('has a head that is due also where the worker was killed between its link and what is due', async () => {
    const ids = (await chainAfter(owner.organization_id, 0, 1000)).map(({ id }) => id);
    await removeRecord(headDueKey(owner.organization_id));
    await linkEvents(owner.organization_id, ids);
    expect(await getItem(headDueKey(owner.organization_id))).toBeDefined();
  });

  test('has its head in the log of evidence within an hour after something was done, and not again without', async () => {
    const { hash } = (await findChainHead(owner.organization_id)) ?? { hash: '' };
    const inLog = (head: string) => getItem<{ index: number }>(logEntryKey(entryOf('administration', head)));
    expect(await inLog(hash)).toBeUndefined();
    await api.advance('PT1H1M');
    await api.settle();
    const entry = await inLog(hash);
    expect(entry).toBeDefined();
    expect(await findChainHead(owner.organization_id)).toMatchObject({ is_due: false, logged_hash: hash });
    await api.advance('PT2H');
    await api.settle();
    expect(await inLog(hash)).toEqual(entry);
    await renew(owner);
    const path = { organization_id: owner.organization_id };
    const { head } = ok(await api.as(owner).getOrganizationEvents({ path, query: { rows: 1 } }));
    expect(head).toMatchObject({ logged_hash: hash });
  });
});

describe('an export', () => {
  let file: string;
  let logged: string;
  let proof: { name: string; bytes: Uint8Array<ArrayBuffer> };
  beforeAll(async () => {
    trust = await trustInPlatform((await api.anyone.getPublishedEvidence()).body as never);
    const head = await findChainHead(owner.organization_id);
    file = await exported();
    logged = head?.logged_hash ?? '';
    const { body } = await api.anyone.getLogProof({ query: { sha256: logged } });
    proof = { name: 'proof.json', bytes: bytesOf(JSON.stringify(body)) };
  });
  const lines = () => file.trimEnd().split('\n');
  /** The lines up to the one whose hash the log has. */
  const linesToHead = () => {
    const [hash = ''] = /[0-9a-f]{64}/.exec(logged) ?? [];
    return lines().slice(0, lines().findIndex((line) => line.includes(`"unmapped":{"hash":"${hash}"`)) + 1);
  };

  test('is a line of OCSF for each event', () => {
    const all = lines().map((line) => JSON.parse(line));
    expect(all.length).toBeGreaterThan(100);
    for (const line of all) {
      expect(line).toMatchObject({
        metadata: { version: '1.3.0', product: { vendor_name: 'Countersign' } },
        time: expect.any(Number),
        severity_id: expect.any(Number),
        type_uid: line.class_uid * 100 + line.activity_id,
        category_uid: Math.floor(line.class_uid / 1000),
        src_endpoint: expect.anything(),
        actor: { user: { uid: expect.any(String) } },
      });
    }
    expect(new Set(all.map(({ class_uid }) => class_uid))).toEqual(new Set([3001, 3002, 3004]));
    expect(createHash('sha256').update(all[0].raw_data).digest('hex')).toBe(all[0].unmapped.hash);
  });

  test('is read in parts, which together are the whole', async () => {
    const [first, second] = [await exported({ rows: 40 }), await exported({ after: 40, rows: 1000 })];
    expect(first.trimEnd().split('\n')).toHaveLength(40);
    expect(`${first}${second}`.startsWith(file)).toBe(true);
  });

  test('is an event itself, and another tenant gets none', async () => {
    await api.settle();
    const path = { organization_id: owner.organization_id };
    const { events } = ok(await api.as(owner).getOrganizationEvents({ path, query: { kind: 'event:exported' } }));
    expect(events.length).toBeGreaterThan(0);
    const stranger = await api.signUp();
    expect((await api.as(stranger).exportOrganizationEvents({ path })).status).toBe(404);
    const own = await exported({}, stranger);
    expect(own).not.toContain(owner.organization_id);
  });

  test('is proven offline with a proof of the log, and says so where there is none', async () => {
    expect(await check(file, proof)).toEqual({ verdict: 'holds', checks: ['linesHold', 'logHolds'] });
    expect(await check(file)).toEqual({ verdict: 'unsure', checks: ['linesHold', 'linesAlone'] });
    const later = lines().slice(10).join('\n');
    expect((await check(later, proof)).verdict).toBe('holds');
  });

  test('with a line removed is found: in the middle by the chain, at the end by the log', async () => {
    const removed = lines()
      .filter((_, at) => at !== 50)
      .join('\n');
    expect((await check(removed, proof)).checks).toContain('linesMissing');
    const cut = linesToHead().slice(0, -1).join('\n');
    expect(await check(cut, proof)).toMatchObject({
      verdict: 'fails',
      checks: ['linesHold', 'linesAlone', 'logOther'],
    });
  });

  test('with lines in another order is found', async () => {
    const [a = '', b = '', ...rest] = lines();
    expect(await check([b, a, ...rest].join('\n'), proof)).toMatchObject({ verdict: 'fails' });
    expect((await check([...rest, a, b].join('\n'))).verdict).toBe('fails');
  });

  test('with a forged line is found, whatever was forged in it', async () => {
    const forge = (at: number, change: (line: Record<string, unknown>) => void, all = lines()): string =>
      all
        .map((text, index) => {
          if (index !== at) return text;
          const line = JSON.parse(text);
          change(line);
          return JSON.stringify(line);
        })
        .join('\n');
    const rehash = (line: Record<string, unknown>): void => {
      const hash = createHash('sha256').update(String(line.raw_data)).digest('hex');
      Object.assign(line, { unmapped: { hash } });
    };
    const forged = [
      forge(20, (line) => Object.assign(line, { raw_data: String(line.raw_data).replace('Grace', 'Alice') })),
      // With a hash that fits: the next line doesn't follow it.
      forge(20, (line) => {
        Object.assign(line, { raw_data: String(line.raw_data).replace('Grace', 'Alice') });
        rehash(line);
      }),
      forge(20, (line) => Object.assign(line, { time: 1 })),
      forge(20, (line) => Object.assign(line, { type_uid: 300404, activity_id: 4 })),
      forge(20, (line) => Object.assign(line, { actor: { user: { uid: 'x', email_addr: 'x@example.com' } } })),
      forge(20, (line) => Object.assign(line, { entity: { uid: 'another', type: 'contact' } })),
      forge(20, (line) => Object.assign(line, { message: 'Nothing to see here' })),
    ];
    for (const one of forged) {
      const { verdict, checks } = await check(one, proof);
      expect([verdict, checks[0]]).toEqual(['fails', 'linesBroken']);
    }
    // The last line alone can be made up anew: then the log has another head.
    const last = linesToHead().length - 1;
    const remade = (line: Record<string, unknown>): void => {
      const ip = { src_endpoint: { ip: '127.0.0.9' } };
      Object.assign(line, ip, { raw_data: String(line.raw_data).replace(/"ip":"[^"]*"/, '"ip":"127.0.0.9"') });
      rehash(line);
    };
    const made = forge(last, remade, linesToHead());
    expect((await check(made)).checks).toEqual(['linesHold', 'linesAlone']);
    expect((await check(made, proof)).verdict).toBe('fails');
  });

  test('stays provable once its first events have expired', async () => {
    const chain = await chainAfter(owner.organization_id, 0, 5);
    for (const { id } of chain) await removeRecord(administrationEventKey(owner.organization_id, id));
    const rest = await exported();
    expect(JSON.parse(rest.split('\n')[0] ?? '').metadata.sequence).toBe(6);
    expect((await check(rest, proof)).verdict).toBe('holds');
  });
});

test('an event never ends before one that came earlier, whatever was said meanwhile of how long they are kept', async () => {
  const person = await api.signUp();
  const path = { organization_id: person.organization_id };
  const keep = (event_retention_days: number) =>
    api.as(person).updateOrganization({ path, body: { event_retention_days } });
  ok(await keep(3000));
  ok(await addContact(1, person));
  ok(await keep(90));
  ok(await addContact(2, person));
  await api.settle();
  const chain = await chainAfter(person.organization_id, 0, 100);
  const ends = await Promise.all(
    chain.map(
      async ({ id }) => (await getItem<{ ttl: number }>(administrationEventKey(person.organization_id, id)))?.ttl,
    ),
  );
  expect(ends).toEqual(ends.toSorted((a, b) => Number(a) - Number(b)));
});

test('an act alone in its hour costs at most $0.00002 more by its event and by the head of its chain', async () => {
  const runs: Run[] = [];
  onRun((run) => runs.push(run));
  const { ownUnits, linking, dueUnits, logging } = await playAct(api, () => runs.splice(0));
  onRun(undefined);
  expect([linking.length, logging.length, dueUnits]).toEqual([1, 1, 2]);
  // Without the functions' time, which is the machine's.
  const bills = [...linking, ...logging].map((run) => billOf({ ...run, milliseconds: 0 }, 1024));
  const dollars = dollarsOf(sumOf(bills)) + (ownUnits + dueUnits) * PRICES.writeUnit;
  expect(dollars).toBeGreaterThan(0.00001);
  expect(dollars).toBeLessThanOrEqual(0.00002);
});
