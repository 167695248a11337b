import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Person, type RequestInput, startApi } from '../api.ts';
import { ok, pdf, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';

let api: Api;
let sender: Person;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const create = (body: Record<string, unknown>, person = sender) => api.as(person).createEnvelope({ body });
const count = async () => {
  await api.settle();
  return (await api.as(sender).getEnvelopes()).body.count;
};

const template = async (more: Record<string, unknown> = {}, person = sender) =>
  ok(
    await api.as(person).createTemplate({
      body: {
        name: 'A template',
        documents: [{ name: 'contract.pdf', data: pdf(2) }],
        roles: [
          { name: 'Buyer', type: 'signer', sequence: 1 },
          { name: 'Seller', type: 'signer', sequence: 2 },
        ],
        fields: [
          signatureField('Buyer'),
          signatureField('Seller'),
          { ...signatureField('Buyer', 'note'), type: 'textbox', required: false },
        ],
        ...more,
      },
    }),
  );

describe('from a template', () => {
  it('copies documents, roles, their order and fields, and counts the use', async () => {
    const { id, documents } = await template();
    const made = ok(
      await create({
        template_id: id,
        recipients: [recipient('Seller', 9, { sequence: undefined }), recipient('Buyer', 9, { sequence: undefined })],
      }),
    );
    expect(made).toMatchObject({ name: 'A template', template_id: id });
    expect(
      made.recipients.map(({ role_name, sequence, status }: Record<string, unknown>) => [role_name, sequence, status]),
    ).toEqual([
      ['Buyer', 1, 'invited'],
      ['Seller', 2, 'pending'],
    ]);
    expect(made.documents).toMatchObject([{ template_document_id: documents[0].id, pages: 2, name: 'contract.pdf' }]);
    expect(made.fields.map(({ name, document_id }: Record<string, unknown>) => [name, document_id]).sort()).toEqual(
      ['note', 'signature-Buyer', 'signature-Seller'].map((name) => [name, made.documents[0].id]),
    );
    await api.settle();
    expect(ok(await api.as(sender).getTemplate({ path: { template_id: id } }))).toMatchObject({ counter: 1 });
  });

  it('keeps what was sent when the template changes or goes', async () => {
    const { id } = await template();
    const made = ok(await create({ template_id: id, recipients: [recipient('Buyer', 1), recipient('Seller', 2)] }));
    ok(await api.as(sender).deleteTemplate({ path: { template_id: id } }));
    await sign(api, made, 'Buyer');
    await sign(api, made, 'Seller');
    await api.settle();
    expect(ok(await api.as(sender).getEnvelope({ path: { envelope_id: made.id } })).signed).toBe(true);
  });

  it('overrides single fields, and refuses fields and roles that the template doesn’t have', async () => {
    const { id } = await template();
    const recipients = [recipient('Buyer', 1), recipient('Seller', 2)];
    const made = ok(
      await create({
        template_id: id,
        recipients,
        fields: [{ name: 'note', role_name: 'Buyer', default: 'as discussed' }],
      }),
    );
    expect(made.fields.find(({ name }: { name: string }) => name === 'note').value).toBe('as discussed');
    const field = await create({ template_id: id, recipients, fields: [{ name: 'other', role_name: 'Buyer' }] });
    expect([field.status, field.body.error]).toEqual([406, 'fields.0.name: the template has no such field']);
    const role = await create({ template_id: id, recipients: [...recipients, recipient('Witness', 3)] });
    expect([role.status, role.body.error]).toEqual([406, expect.stringContaining('recipients.2.role_name')]);
  });

  it('is refused for another organization’s template as for one that does not exist', async () => {
    const stranger = await api.signUp();
    const { id } = await template({ visibility: 'shared' }, stranger);
    const recipients = [recipient('Buyer', 1), recipient('Seller', 2)];
    const foreign = await create({ template_id: id, recipients });
    const unknown = await create({ template_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', recipients });
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect(foreign.status).toBe(404);
  });
});

describe('directly', () => {
  it('takes documents as a form and from an address, each with its fields', async () => {
    const file = Buffer.from(pdf(3), 'base64');
    const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/pdf' }).end(file));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lease.pdf`;
    const made = await sendEnvelope(api, sender, [recipient('One', 1)], {
      documents: [
        { data: pdf(), name: 'first.pdf' },
        { uri, name: 'second.pdf' },
      ],
      fields: [signatureField('One'), { ...signatureField('One', 'second'), document_id: 1, page: 3 }],
    });
    server.close();
    expect(made.documents.map(({ pages }) => pages)).toEqual([1, 3]);

    const form = new FormData();
    form.append('name', 'By form');
    form.append('documents', new Blob([file], { type: 'application/pdf' }), 'third.pdf');
    form.append('recipients', JSON.stringify([recipient('One', 1)]));
    form.append('fields', JSON.stringify([signatureField('One')]));
    expect(ok(await api.as(sender).createEnvelope({ form }))).toMatchObject({
      name: 'By form',
      documents: [{ name: 'third.pdf', pages: 3 }],
    });
  });

  const base = () => ({
    name: 'X',
    documents: [{ name: 'a.pdf', data: pdf() }],
    recipients: [recipient('One', 1)],
    fields: [signatureField('One')],
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['no documents', { documents: [] }, 'documents'],
    ['no recipients', { recipients: [] }, 'recipients'],
    ['only copies', { recipients: [recipient('One', 1, { type: 'cc' })], fields: [] }, 'recipients'],
    ['a role twice', { recipients: [recipient('One', 1), recipient('One', 2)] }, 'recipients.1.role_name'],
    [
      'too many recipients',
      { recipients: Array.from({ length: 16 }, (_, at) => recipient(`R${at}`, 1)) },
      'recipients',
    ],
    ['no address', { recipients: [recipient('One', 1, { email: '' })] }, 'recipients.0.email'],
    ['a bad address', { recipients: [recipient('One', 1, { email: 'nobody' })] }, 'recipients.0.email'],
    ['a field of nobody', { fields: [signatureField('Two')] }, 'fields.0.role_name'],
    ['a field beyond the page', { fields: [{ ...signatureField('One'), x: 600 }] }, 'fields.0.x'],
    ['a field beyond the document', { fields: [{ ...signatureField('One'), page: 2 }] }, 'fields.0.page'],
    ['a field without a document', { fields: [{ ...signatureField('One'), document_id: 1 }] }, 'fields.0.document_id'],
    ['a field twice', { fields: [signatureField('One', 'a'), signatureField('One', 'a')] }, 'fields.1.name'],
    ['an unknown type', { fields: [{ ...signatureField('One'), type: 'hologram' }] }, 'fields.0.type'],
    [
      'a payment',
      { fields: [{ ...signatureField('One'), type: 'payment' }] },
      "fields.0.type: payment isn't supported",
    ],
    [
      'an unknown format of dates',
      { fields: [{ ...signatureField('One'), type: 'date', settings: { date_format: 'us' } }] },
      'fields.0.settings.date_format',
    ],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    ['an expiry within a day', { expires_at: new Date(Date.now() + 23 * 3_600_000).toISOString() }, 'expires_at'],
    ['a first reminder within four hours', { initial_reminder: 14_399_999 }, 'initial_reminder'],
    ['reminders more often than each twelve hours', { followup_reminders: 43_199_999 }, 'followup_reminders'],
    ['seconds for milliseconds', { initial_reminder: 14_400 }, 'initial_reminder'],
    ['no PDF', { documents: [{ name: 'a.pdf', data: Buffer.from('hello').toString('base64') }] }, 'a document'],
    ['an empty file', { documents: [{ name: 'a.pdf', data: '' }] }, 'documents.0'],
    ['a private address', { documents: [{ name: 'a.pdf', uri: 'https://169.254.169.254/latest' }] }, 'documents.0'],
  ])('is refused with 406 for %s, and nothing is left', async (_, wrong, field) => {
    const before = await count();
    const answer = await create({ ...base(), ...wrong });
    expect([answer.status, answer.body.status]).toEqual([406, 'ERROR']);
    if (field !== 'a document') expect(answer.body.error.startsWith(field)).toBe(true);
    expect(await count()).toBe(before);
  });

  it('never lets a server-owned key take effect', async () => {
    const made = ok(
      await create({
        ...base(),
        id: 'mine',
        status: 'complete',
        signed: true,
        organization_id: 'theirs',
        history_entries: [1],
      }),
    );
    expect(made).toMatchObject({ status: 'pending', signed: false, organization_id: sender.organization_id });
    expect(made.id).not.toBe('mine');
  });

  it('sends nothing with no_contact, and invites those whose turn it is when it is switched off', async () => {
    const one = recipient('One', 1);
    const made = await sendEnvelope(api, sender, [one], { no_contact: true });
    await api.settle();
    expect(await api.messages(one.email)).toEqual([]);
    ok(await api.as(sender).updateEnvelope({ path: { envelope_id: made.id }, body: { no_contact: false } }));
    await api.settle();
    expect(await api.messages(one.email)).toHaveLength(1);
  });

  it('creates once for one Idempotency-Key', async () => {
    const body = base();
    const headers = { 'idempotency-key': 'once-only' };
    const [first, again] = [
      await api.as(sender).createEnvelope({ body, headers }),
      await api.as(sender).createEnvelope({ body, headers }),
    ];
    expect(ok(again).id).toBe(ok(first).id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.as(sender).createEnvelope({ body: { ...body, name: 'Y' }, headers });
    expect(other.status).toBe(400);
  });
});

describe('an envelope', () => {
  it('can be changed by its owner while it is open, except for what is fixed', async () => {
    const made = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const path = { envelope_id: made.id };
    const changed = ok(
      await api.as(sender).updateEnvelope({
        path,
        body: { name: 'Renamed', visibility: 'shared', data: { order: 7 }, status: 'complete' },
      }),
    );
    expect(changed).toMatchObject({ name: 'Renamed', visibility: 'shared', data: { order: 7 }, status: 'pending' });
    const events = async () => ok(await api.as(sender).getEnvelopeAudit({ path })).events.length;
    ok(await api.as(sender).updateEnvelope({ path, body: { data: { a: 1, b: 2, c: 3, d: 4 } } }));
    const before = await events();
    ok(await api.as(sender).updateEnvelope({ path, body: { data: { d: 4, c: 3, b: 2, a: 1 } } }));
    expect(await events()).toBe(before);
    ok(await api.as(sender).cancelEnvelope({ path, body: { action: 'cancel' } }));
    expect((await api.as(sender).updateEnvelope({ path, body: { name: 'Again' } })).status).toBe(400);
    expect((await api.as(sender).cancelEnvelope({ path, body: { action: 'cancel' } })).status).toBe(400);
    expect((await api.as(sender).cancelEnvelope({ path, body: { action: 'burn' } })).status).toBe(406);
  });

  it('answers strangers exactly like one that does not exist', async () => {
    const made = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const stranger = await api.signUp();
    const calls = (id: string, input: RequestInput) => api.use(id, stranger, input);
    for (const [known, unknown] of await Promise.all(
      ['getEnvelope', 'updateEnvelope', 'cancelEnvelope', 'getEnvelopeAudit'].map(async (id) => {
        const say = (envelope_id: string) => ({
          path: { envelope_id },
          ...(id.startsWith('get') ? {} : { body: id === 'cancelEnvelope' ? { action: 'cancel' } : { name: 'x' } }),
        });
        return [await calls(id, say(made.id)), await calls(id, say('0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f'))] as const;
      }),
    )) {
      expect([known.status, known.body]).toEqual([404, unknown.body]);
    }
    const document = await calls('getEnvelopeDocument', { path: { document_id: made.documents[0].id } });
    expect(document.status).toBe(404);
  });
});
