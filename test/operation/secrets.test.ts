import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/index.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { isSecretMember, secretMember, withoutSecrets } from '../../lib/base/secret-members.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { collection, type Item } from '../../lib/storage/engine/client.ts';
import { idempotencyKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, pdf, recipient, signatureField } from '../stories/envelope.ts';

/** Names of members of answers that give access to their holder. */
const SECRET = /(secret|secret_key|_token|password|passcode|in_app_key|backup_codes)$|^(link|otpauth_url|redirect_to)$/;
/** No secrets: a public DNS record, booleans, and a value that every answer masks. */
const HARMLESS =
  /\.(app_domain_dcv_token|has_password|has_client_secret)$|Webhook(s|Receiver)?(Secret)?\.client_secret$/;

/** Parts that schemas of one kind or another have. */
interface PartsOfSchema {
  innerType?: z.ZodType;
  element?: z.ZodType;
  out?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  shape?: Readonly<Record<string, z.ZodType>>;
}

/** Path and schema of every member of an answer whose name says that it is a secret. */
const secretsIn = (schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): [string, z.ZodType][] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { innerType, element, out, valueType, options = [], shape = {} } = schema.def as PartsOfSchema;
  const inside = [innerType, element, out, valueType, ...options].filter((part) => part !== undefined);
  const id = schema.meta()?.id;
  return [
    ...inside.flatMap((one) => secretsIn(one, path, seen)),
    ...Object.entries(shape).flatMap(([name, member]) => {
      const at = `${id ?? path}.${name}`;
      return [...(SECRET.test(name) ? [[at, member] as [string, z.ZodType]] : []), ...secretsIn(member, at, seen)];
    }),
  ];
};

test('every secret in an answer is marked in its schema, or the answer is not stored', () => {
  const open: string[] = [];
  let found = 0;
  for (const { contract } of operations) {
    if (splitRoute(contract.route).method === 'GET') continue;
    for (const [path, member] of secretsIn(contract.returns, contract.id)) {
      found += 1;
      if (!contract.answersSecret && !isSecretMember(member) && !HARMLESS.test(path))
        open.push(`${contract.id} ${path}`);
    }
  }
  expect(found).toBeGreaterThan(20);
  expect(open).toEqual([]);
});

test('marked members are left out of an answer at any depth', () => {
  const Secret = secretMember(z.string().nullish());
  const Person = z.object({ name: z.string(), secret: Secret });
  const Answer = z.union([
    z
      .object({ list: z.array(Person).nullable(), by: z.record(z.string(), Person).optional() })
      .meta({ id: 'SomeList' }),
    z.literal('OK'),
  ]);
  const ada = { name: 'Ada', secret: 'word' };
  expect(withoutSecrets(Answer, { list: [ada], by: { one: ada }, more: [1] })).toEqual({
    list: [{ name: 'Ada', secret: undefined }],
    by: { one: { name: 'Ada', secret: undefined } },
    more: [1],
  });
  expect(withoutSecrets(Answer, { list: null })).toEqual({ list: null });
  expect(withoutSecrets(Answer, 'OK')).toBe('OK');
});

describe('a request that comes again with its Idempotency-Key', () => {
  let api: Api;
  let sender: Person;
  beforeAll(async () => {
    api = await startApi();
    sender = await api.signUp();
  });
  afterAll(() => api.stop());

  /** Everything that is stored of the requests with these keys. */
  const stored = async (...keys: string[]) => {
    const owner = `profile:${sender.profile_id}`;
    const found = await Promise.all(keys.map((key) => collection<Item>(idempotencyKey(owner, sha256(key)).pk)));
    for (const items of found) expect(items).not.toHaveLength(0);
    return JSON.stringify(found);
  };

  test('gets the envelope that it created without passcodes and in-app keys, which are not stored for it', async () => {
    const one = recipient('One', 1, { auth_methods: ['passcode'], passcode: 'a-word-for-one' });
    const body = {
      name: 'Once',
      documents: [{ name: 'a.pdf', data: pdf() }],
      recipients: [one],
      fields: [signatureField('One')],
    };
    const headers = { 'idempotency-key': 'make' };
    const first = ok(await api.as(sender).createEnvelope({ body, headers }));
    const again = await api.as(sender).createEnvelope({ body, headers });
    expect(first.recipients[0]).toMatchObject({ passcode: 'a-word-for-one', in_app_key: expect.any(String) });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(ok(again).id).toBe(first.id);
    expect(Object.keys(again.body.recipients[0])).not.toContain('passcode');
    expect(Object.keys(again.body.recipients[0])).not.toContain('in_app_key');

    const path = { envelope_id: first.id, role_name: 'One' };
    const change = { headers: { 'idempotency-key': 'change' }, path, body: { passcode: 'another-word' } };
    const changed = ok(await api.as(sender).updateRecipient(change));
    ok(await api.as(sender).updateRecipient(change));
    const kept = await stored('make', 'change');
    expect(kept).toContain(first.id);
    for (const secret of ['a-word-for-one', 'another-word', first.recipients[0].in_app_key, changed.in_app_key]) {
      expect(kept).not.toContain(secret);
    }
  });

  test('gets a webhook’s secret masked', async () => {
    const headers = { 'idempotency-key': 'rotate' };
    const { secret_key } = ok(await api.as(sender).rotateWebhookSecret({ headers }));
    const again = ok(await api.as(sender).rotateWebhookSecret({ headers })).secret_key;
    expect(again).toMatch(/^whsec_\*{8}/);
    expect(again.slice(-4)).toBe(secret_key.slice(-4));
    expect(await stored('rotate')).not.toContain(secret_key);
  });

  test('gets an error if an in-person link was already made, because it is shown once', async () => {
    const { id } = ok(
      await api.as(sender).createEnvelope({
        body: {
          name: 'Hosted',
          documents: [{ name: 'a.pdf', data: pdf() }],
          recipients: [recipient('One', 1)],
          fields: [signatureField('One')],
        },
      }),
    );
    const headers = { 'idempotency-key': 'host' };
    const path = { envelope_id: id, role_name: 'One' };
    const { access_key } = ok(await api.as(sender).createInPersonLink({ path, headers }));
    const again = await api.as(sender).createInPersonLink({ path, headers });
    expect([again.status, again.headers.get('x-error-code')]).toEqual([400, 'idempotency_answer_not_kept']);
    expect(await stored('host')).not.toContain(access_key.key);
  });
});
