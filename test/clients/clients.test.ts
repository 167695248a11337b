import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PYTHON } from '../../infra/clients/python.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { freePort } from '../local/process.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { type FaultProxy, first, type Passing, startFaultProxy } from '../resilience/fault-proxy.ts';
import { ok, pdf, recipient } from '../stories/envelope.ts';
import { GUIDES, type LaidClient, runProgram } from './programs.ts';
import { layPython } from './python-client.ts';
import { layTypescript } from './typescript-client.ts';

let api: Api;
let proxy: FaultProxy;
let folder: string;
/** The clients by their language; a language that the machine lacks is missing. */
let clients: Record<string, LaidClient | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-clients-'));
  clients = { TypeScript: await layTypescript(folder), Python: await layPython(folder) };
  api = await startApi();
  proxy = await startFaultProxy(api.url);
});
afterAll(async () => {
  await proxy.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});

const is = (action: string, path: RegExp) => (passing: Passing) => passing.action === action && path.test(passing.path);

describe.each(['TypeScript', ...(existsSync(PYTHON) ? ['Python'] : [])])('the client for %s', (language) => {
  let client: LaidClient;
  let ada: Person;
  beforeAll(async () => {
    client = clients[language] as LaidClient;
    ada = await api.signUp();
  });

  /** Plays a scenario, through the proxy that makes faults. */
  const play = async (scenario: string, input: object = {}): Promise<unknown> => {
    const env = { COUNTERSIGN: proxy.url, EMAIL: ada.email, PASSWORD: ada.password, INPUT: JSON.stringify(input) };
    return JSON.parse(await runProgram(client.play(scenario), client, env));
  };

  const draftsNamed = async (name: string): Promise<string[]> =>
    ok(await api.as(ada).getDrafts({ query: { q: name } })).drafts.map(({ id }) => id);

  test.each([
    ['the connection ends before the request arrives', 'Cut', { cut: true }],
    ['the answer is lost', 'Lost', { lose: true }],
    ['a gateway answers 502', 'Gateway', { answer: { status: 502, headers: {}, body: '' } }],
  ] as const)('makes one record when %s', async (_, name, fault) => {
    const end = proxy.add(first(2, is('POST', /^\/v2\/drafts/), fault));
    const made = (await play('repeat', { name })) as { id: string };
    end();
    expect(made).toEqual({ id: expect.any(String), pauses: 2 });
    await expect.poll(() => draftsNamed(name)).toEqual([made.id]);
  });

  test('waits as long as Retry-After says', async () => {
    const headers = { 'retry-after': '7', 'x-error-code': 'too_many_requests' };
    const end = proxy.add(first(2, is('GET', /^\/v2\/templates/), { answer: { status: 429, headers, body: '' } }));
    expect(await play('wait')).toEqual({ answered: expect.any(Number), pauses: [7, 7] });
    end();
  });

  test('gives up at once when Retry-After is longer than a program wants to wait, and says how long', async () => {
    const headers = { 'retry-after': '3600', 'x-error-code': 'too_many_requests' };
    const end = proxy.add(first(1, is('GET', /^\/v2\/templates/), { answer: { status: 429, headers, body: '{}' } }));
    const answered = { code: 'too_many_requests', status: 429, retry_after: 3600 };
    expect(await play('wait')).toEqual({ answered, pauses: [] });
    end();
  });

  test('renews a token that ends during five calls at once, and does it once', async () => {
    let passed: Promise<unknown> | undefined;
    let renewals = 0;
    const end = proxy.add((passing) => {
      if (is('GET', /^\/v2\/users\/me/)(passing)) {
        passed ??= api.advance('PT2H');
        return { hold: passed };
      }
      if (passed && is('POST', /^\/v2\/oauth2\/token/)(passing)) renewals += 1;
      return undefined;
    });
    expect(await play('renew')).toEqual({ emails: Array(5).fill(ada.email) });
    end();
    expect(renewals).toBe(1);
    const body = { grant_type: 'password', username: ada.email, password: ada.password };
    ada = { ...ada, token: ok(await api.anyone.authenticate({ body })).access_token };
  });

  test('reads a list through three pages', async () => {
    const names = ['Paged one', 'Paged two', 'Paged three', 'Paged four', 'Paged five'];
    for (const name of names) ok(await api.as(ada).createDraft({ body: { name } }));
    await api.settle();
    let pages = 0;
    const end = proxy.add((passing) => {
      if (is('GET', /^\/v2\/drafts/)(passing)) pages += 1;
      return undefined;
    });
    expect(await play('pages')).toEqual({ found: names.toSorted() });
    end();
    expect(pages).toBe(3);
  });

  test('makes a document of a file of 6 MB', async () => {
    const file = join(folder, 'large.pdf');
    const large = withTable({ ...pagesOf(LETTER), 20: stream('x'.repeat(6_000_000)) });
    await writeFile(file, large);
    expect(await play('upload', { file })).toEqual({ documents: [{ name: 'large.pdf', size: large.length }] });
  });

  test('takes calls of a webhook that the platform signed, by the old or the new secret, and no others', async () => {
    const secret = `whsec_${Buffer.from('the secret of this webhook').toString('base64')}`;
    const other = `whsec_${Buffer.from('the secret before this one').toString('base64')}`;
    const body = JSON.stringify({ type: 'envelope_completed', timestamp: new Date().toISOString(), data: {} });
    const signed = (by: string[], { at = new Date(), text = body } = {}) => ({
      headers: {
        'webhook-id': 'event-1',
        'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': by.map((key) => new Webhook(key).sign('event-1', at, body)).join(' '),
      },
      body: text,
    });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const calls = [
      signed([secret]),
      signed([other, secret]),
      signed([other]),
      signed([secret], { text: body.replace('completed', 'canceled') }),
      signed([secret], { at: minutesAgo(10) }),
      signed([secret], { at: minutesAgo(-10) }),
      { headers: {}, body },
    ];
    const taken = ['envelope_completed', 'envelope_completed'];
    expect(await play('webhooks', { calls, secret })).toEqual([...taken, ...Array(5).fill('refused')]);
  });

  test('says errors by their codes', async () => {
    expect(await play('errors', { envelope_id: crypto.randomUUID() })).toEqual([
      { code: 'envelope_not_found', status: 404, retry_after: null },
      { code: 'invalid', status: 406, retry_after: null },
      { code: 'wrong_password', status: 401, retry_after: null },
      { code: 'unreachable', status: null, retry_after: null },
    ]);
  });

  test('waits for an envelope’s end', async () => {
    const envelope_id = await sentBy(ada);
    expect(await play('end', { envelope_id })).toEqual({ status: 'canceled' });
  });

  test('plays a signing in 25 lines, as its README shows it', async () => {
    expect(client.readmeLines[0]).toBeLessThanOrEqual(25);
    await writeFile(join(client.home, 'contract.pdf'), Buffer.from(pdf(), 'base64'));
    const { client_id, client_secret } = ok(await api.as(ada).createApiKey({ body: { name: 'Program' } }));
    const before = await newestLink();
    const env = { COUNTERSIGN: api.url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
    const printed = runProgram(client.readme(0), client, env);
    await expect.poll(newestLink).not.toBe(before);
    expect(await play('sign', { link: await newestLink() })).toEqual({ status: 'submitted' });
    expect(await printed).toContain('complete');
  });

  test('does what else its README shows', async () => {
    const env = { COUNTERSIGN: api.url, EMAIL: ada.email, PASSWORD: ada.password };
    expect(await runProgram(client.readme(1), client, env)).toContain(client.printed);
  });

  test.each(Object.entries(GUIDES))('runs its part of the guide %s', async (name, printed) => {
    const { client_id, client_secret } = ok(await api.as(ada).createApiKey({ body: { name } }));
    const body = { grant_type: 'password', username: ada.email, password: ada.password };
    const { refresh_token } = ok(await api.anyone.authenticate({ body }));
    const env = {
      COUNTERSIGN: api.url,
      EMAIL: ada.email,
      PASSWORD: ada.password,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      REFRESH_TOKEN: refresh_token,
      PORT: String(await freePort()),
    };
    expect(await runProgram(client.guide(name), client, env)).toMatch(printed);
  });
});

const sentBy = async (sender: Person): Promise<string> => {
  const documents = [{ name: 'lease.pdf', data: pdf() }];
  const field = { name: 'name', role_name: 'Tenant', type: 'textbox', page: 1, x: 72, y: 72, required: true };
  const body = { name: 'Lease', documents, recipients: [recipient('Tenant', 1)], fields: [field] };
  return ok(await api.as(sender).createEnvelope({ body })).id;
};

/** The link of the newest invitation that the README's signing has sent. */
const newestLink = async (): Promise<string | undefined> => {
  await api.settle();
  const mails = await api.messages('theo@example.com');
  return mails[0]?.links.find((link) => link.includes('/sign/'));
};
