import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { log } from '../../lib/base/log.ts';
import { count } from '../../lib/base/metrics.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { capturePrinted } from './printed.ts';

const printed = capturePrinted();
let api: Api;
let receiver: Receiver;
let owner: Person;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await startApi();
  owner = await api.signUp();
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
  printed.stop();
});

/** Counts since `from` lines were printed, by name, and their service. */
const counted = (from: number) => {
  const sums: Record<string, number> = {};
  for (const line of printed.lines.slice(from)) {
    const metric = line.startsWith('{') ? JSON.parse(line) : {};
    if (!metric._aws) continue;
    expect(metric.service).toBe('countersign');
    const [{ Namespace, Metrics }] = metric._aws.CloudWatchMetrics;
    expect(Namespace).toBe('Countersign');
    for (const { Name } of Metrics) sums[Name] = (sums[Name] ?? 0) + [metric[Name]].flat().reduce((a, b) => a + b, 0);
  }
  return sums;
};

describe('the log of a signing in which mail and webhook fail', () => {
  let from: number;
  const secrets: string[] = [];
  beforeAll(async () => {
    from = printed.lines.length;
    receiver.answer(500);
    await api
      .as(owner)
      .setWebhooks({ body: { url: receiver.url, active: true, events: { envelope_completed: true } } });
    await api.request('POST', '/local/outage', {}, { body: { mail: true } });
    const people = [recipient('Tenant', 1)];
    const envelope = await sendEnvelope(api, owner, people);
    const session = await sign(api, envelope, 'Tenant');
    await api.settle();
    await agree(api, session).catch(() => undefined);
    await openSession(
      api,
      { ...envelope, recipients: [{ ...envelope.recipients[0], in_app_key: 'x' }] } as never,
      'Tenant',
    ).catch(() => undefined);
    secrets.push(owner.email, owner.token, owner.refresh_token, session.signer);
    secrets.push(...people.map(({ email }) => email), ...envelope.recipients.map(({ in_app_key }) => in_app_key));
  });

  test('says which call failed', () => {
    const lines = printed.lines.slice(from).join('\n');
    expect(lines).toContain('Messages could not be sent');
    expect(lines).toContain('The mail server is out of order');
  });

  test('contains no address, token or key', () => {
    expect(secrets.every((secret) => secret.length > 8)).toBe(true);
    for (const line of printed.lines) for (const secret of secrets) expect(line).not.toContain(secret);
  });

  test('counts signatures and failures, for dashboard and alarms', () => {
    expect(counted(from)).toMatchObject({ EnvelopesCreated: 1, EnvelopesCompleted: 1, EnvelopesSealed: 1 });
    expect(counted(from).MessagesFailed).toBeGreaterThan(0);
    expect(counted(from).WebhooksFailed).toBeGreaterThan(0);
    expect(counted(from)).not.toHaveProperty('SealsFailed');
  });
});

test('a seal that fails is counted and retried', async () => {
  const certificate = process.env.SEAL_CERTIFICATE;
  process.env.SEAL_CERTIFICATE = 'none';
  const from = printed.lines.length;
  await sign(api, await sendEnvelope(api, owner, [recipient('Tenant', 1)]), 'Tenant');
  await api.settle();
  process.env.SEAL_CERTIFICATE = certificate;
  expect(counted(from).SealsFailed).toBeGreaterThan(0);
  expect(counted(from)).not.toHaveProperty('EnvelopesSealed');
});

test('errors of other services are cleared of addresses, tokens and keys', () => {
  const from = printed.lines.length;
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`;
  const message = `Email address is not verified: theo.quill@example.co.uk; Bearer ${token}; https://a.example/sign/e/Tenant/k3y`;
  log().error('Failed', { error: new Error(message), nested: { text: 'ada@example.com' } });
  const [line = ''] = printed.lines.slice(from);
  expect(line).toContain(
    'Email address is not verified: [address]; Bearer [token]; https://a.example/sign/e/Tenant/[key]',
  );
  for (const secret of ['theo', 'quill', 'ada@', 'eyJ', 'k3y']) expect(line).not.toContain(secret);
});

test('no line is written if nothing is counted', () => {
  const from = printed.lines.length;
  count('SealsFailed', 0);
  expect(printed.lines.length).toBe(from);
});
