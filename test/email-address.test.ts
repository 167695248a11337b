import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Email } from '../lib/base/common-schema.ts';
import { normalEmail, sameEmail } from '../lib/base/email-address.ts';
import { type Api, type Person, startApi } from './api.ts';
import { ok, recipient, sendEnvelope } from './stories/envelope.ts';

/** U+212A, which Unicode folds to `k`, and U+0130, which it folds to two characters. */
const KELVIN = '\u212a';
const DOTTED = '\u0130';

describe('two e-mail addresses', () => {
  test('are the same if only the case of ASCII letters differs, and of no other letters', () => {
    expect(sameEmail('Kim@Example.com', ' kim@example.COM ')).toBe(true);
    for (const [one, other] of [
      [`${KELVIN}im@example.com`, 'kim@example.com'],
      [`${DOTTED}da@example.com`, 'ida@example.com'],
      ['É@example.com', 'é@example.com'],
      ['\u00a0kim@example.com', 'kim@example.com'],
    ] as const) {
      expect(sameEmail(one, other)).toBe(false);
    }
  });

  test('that differ in any character beyond ASCII are never the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const beyond = (text: string) => [...text].filter((one) => (one.codePointAt(0) ?? 0) > 127).join('');
        if (sameEmail(one, other)) expect(beyond(one)).toBe(beyond(other));
        expect(normalEmail(normalEmail(one))).toBe(normalEmail(one));
      }),
    );
  });

  test('are compared in only one place of the code', () => {
    const sources = ['lib', 'functions', 'infra'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    );
    expect(sources.length).toBeGreaterThan(300);
    const folding = sources.filter((file) =>
      /(mail|address|username)\w*(\.trim\(\))?\.to(Locale)?(Lower|Upper)Case/i.test(readFileSync(file, 'utf8')),
    );
    expect(folding).toEqual([]);
  });
});

test('an address that mail can not be sent to is refused', () => {
  const good = ['ada@example.com', "o'neil+tag@sub.example.co", 'a.b_c-d@xn--bcher-kva.example', 'x@example.xn--p1ai'];
  const bad = [
    `${KELVIN}im@example.com`,
    'élodie@example.com',
    'ada@exämple.com',
    'ada@example',
    '.ada@example.com',
    'a..b@example.com',
    '"a b"@example.com',
    'ada@[192.0.2.1]',
    'ada@-example.com',
    'ada\u200b@example.com',
    'ada@example.com\n',
    `${'a'.repeat(65)}@example.com`,
  ];
  for (const address of good) expect(Email.safeParse(address).success, address).toBe(true);
  for (const address of bad) expect(Email.safeParse(address).success, JSON.stringify(address)).toBe(false);
});

describe('an address that looks like another one', () => {
  let api: Api;
  let sender: Person;
  beforeAll(async () => {
    api = await startApi();
    sender = await api.signUp();
  });
  afterAll(() => api.stop());

  test('opens no account, reads no envelope and finds no invitation of the other', async () => {
    const email = `kim-${Date.now()}@example.com`;
    const lookalike = email.replace('k', KELVIN);
    const body = { email: lookalike, password: 'correct horse battery staple', first_name: 'K', last_name: 'K' };
    const refused = await api.anyone.createProfile({ body: { ...body, org_name: 'K', phone: '' } });
    expect([refused.status, refused.body.error.split(':')[0]]).toEqual([406, 'email']);

    const kim = await api.signUp({ email });
    const asked = await api.anyone.authenticate({
      body: { grant_type: 'password', username: lookalike, password: kim.password },
    });
    expect(asked.status).toBe(401);
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email: kim.email.toUpperCase() })]);
    ok(await api.as(kim).getEnvelope({ path: { envelope_id: envelope.id } }));
    const invited = await api.as(sender).createOrganizationInvitation({ body: { email: lookalike, role: 'member' } });
    expect(invited.status).toBe(406);
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const renamed = await api.as(sender).updateRecipient({ path, body: { email: lookalike } });
    expect([renamed.status, renamed.body.error.split(':')[0]]).toEqual([406, 'email']);
  });
});
