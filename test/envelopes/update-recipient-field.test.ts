import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, type Signer } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  recipient,
  sendEnvelope,
  setField,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let envelope: Envelope;
let signer: Signer;

const field = (name: string, type: string, more: Record<string, unknown> = {}) => ({
  name,
  role_name: 'Signer one',
  type,
  document_id: 0,
  page: 1,
  x: 50,
  y: 50,
  ...more,
});

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  envelope = await sendEnvelope(api, sender, [recipient('Signer one', 1), recipient('Other', 1)], {
    fields: [
      field('text', 'textbox'),
      field('area', 'textarea'),
      field('box', 'checkbox'),
      field('red', 'radio', { group: 'colour' }),
      field('green', 'radio', { group: 'colour' }),
      field('choice', 'dropdown', {
        options: [
          { id: 'a', label: 'First' },
          { id: 'b', label: 'Second' },
        ],
      }),
      field('day', 'date'),
      field('moment', 'timestamp'),
      field('sign / here', 'signature'),
      field('initials', 'initial'),
      field('file', 'attachment'),
      field('mail', 'textbox', { validator: 'email' }),
      field('fixed', 'textbox', { readonly: true, default: 'as agreed' }),
      { ...field('theirs', 'textbox'), role_name: 'Other' },
    ],
  });
  signer = await openSession(api, envelope, 'Signer one');
  await agree(api, signer);
});
afterAll(() => api.stop());

const stored = async (name: string) => {
  const { fields } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  return fields.find((one: { name: string }) => one.name === name);
};

describe('a value', () => {
  it.each([
    ['text', 'Ada "Löwe" 漢字 🖋', 'Ada "Löwe" 漢字 🖋'],
    ['area', 'two\nlines', 'two\nlines'],
    ['box', true, 'true'],
    ['box', 'false', 'false'],
    ['choice', 'b', 'b'],
    ['day', '2026-02-28', '02/28/2026'],
    ['day', '12/31/2026', '12/31/2026'],
    ['mail', 'ada@example.com', 'ada@example.com'],
  ])('of %s sent as %j is stored and answered as %j', async (name, sent, expected) => {
    const answer = ok(await setField(api, signer, name, sent));
    expect(answer).toMatchObject({
      name,
      value: expected,
      settings: {},
      envelope_id: envelope.id,
      role_name: 'Signer one',
    });
    expect((await stored(name)).value).toBe(expected);
  });

  it.each([
    ['box', 'maybe'],
    ['choice', 'c'],
    ['day', '31/12/2026'],
    ['moment', '2026-01-01'],
    ['sign / here', 'my name'],
    ['sign / here', '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f'],
    ['mail', 'not an address'],
    ['text', { an: 'object' }],
    ['text', 5],
    ['text', true],
    ['area', 0],
    ['day', false],
    ['choice', true],
    ['box', 1],
    ['red', 0],
    ['text', 'x'.repeat(10_001)],
  ])('of %s that makes no sense (%j) is refused with 406, and the field stays as it was', async (name, sent) => {
    const before = await stored(name);
    const answer = await setField(api, signer, name, sent);
    expect([answer.status, answer.body.status]).toEqual([406, 'ERROR']);
    expect(answer.body.error).toMatch(/^value/);
    expect(await stored(name)).toEqual(before);
  });

  it('of a readonly, unknown or other recipient’s field is not changed', async () => {
    expect((await setField(api, signer, 'fixed', 'changed')).status).toBe(400);
    expect((await setField(api, signer, 'theirs', 'mine')).status).toBe(404);
    expect((await setField(api, signer, 'nowhere', 'x')).status).toBe(404);
    expect((await stored('fixed')).value).toBe('as agreed');
  });
});

it('chooses one radio button of a group at a time', async () => {
  ok(await setField(api, signer, 'red', true));
  ok(await setField(api, signer, 'green', true));
  expect([(await stored('red')).value, (await stored('green')).value]).toEqual(['false', 'true']);
});

it('signs with the signer’s own block, shows its picture, and clears it again', async () => {
  const signature = await createSignature(api, signer);
  const signed = ok(await setField(api, signer, 'sign / here', signature));
  expect(signed).toMatchObject({
    value: 'signed',
    settings: { signature_id: signature, signed_at: expect.any(String) },
  });
  expect(signed.settings.base64).toMatch(/^data:image\/png;base64,/);
  expect((await stored('sign / here')).settings.base64).toBe(signed.settings.base64);
  expect(ok(await setField(api, signer, 'sign / here', null))).toMatchObject({ value: null, settings: {} });

  const other = await openSession(api, envelope, 'Other');
  const foreign = await createSignature(api, other);
  expect((await setField(api, signer, 'sign / here', foreign)).status).toBe(406);
});

it('attaches a file, and takes it away with an empty form', async () => {
  const form = new FormData();
  form.append('document', new Blob(['%PDF-1.7 a letter'], { type: 'text/plain' }), 'letter.pdf');
  const path = { envelope_id: envelope.id, role_name: 'Signer one', field_name: 'file' };
  const attached = ok(await api.as(signer).updateRecipientField({ path, form }));
  expect(attached).toMatchObject({ value: 'attached', settings: { name: 'letter.pdf', mime: 'application/pdf' } });
  expect(attached.settings).not.toHaveProperty('file');
  const empty = new FormData();
  empty.append('value', '');
  expect(ok(await api.as(signer).updateRecipientField({ path, form: empty }))).toMatchObject({
    value: null,
    settings: {},
  });
});

it('changes nothing if no value is sent, and answers the field as it is', async () => {
  const stored = ok(await setField(api, signer, 'text', 'as typed'));
  const without = (person: Person | Signer, field_name: string, role_name = 'Signer one') =>
    api.as(person).updateRecipientField({
      path: { envelope_id: envelope.id, role_name, field_name },
      body: { prepared: false },
    });
  expect(ok(await without(signer, 'text'))).toEqual(stored);
  expect(ok(await without(sender, 'text'))).toEqual(stored);
  expect((await without(signer, 'theirs')).status).toBe(404);
  expect((await without(signer, 'theirs', 'Other')).status).toBe(404);
  expect((await without(await api.signUp(), 'text')).status).toBe(404);
});

describe('the route of the specification', () => {
  const path = (field_name: string) => ({ envelope_id: envelope.id, field_name });

  it('takes the role from the query, from the body, or from the signing session', async () => {
    const { updateEnvelopeField } = api.as(signer);
    for (const say of [
      { query: { role_name: 'Signer one' }, body: { value: 'by query' } },
      { body: { role_name: 'Signer one', value: 'by body' } },
      { body: { value: 'by session' } },
    ]) {
      expect(ok(await updateEnvelopeField({ path: path('text'), ...say })).value).toBe(say.body.value);
    }
    const other = await updateEnvelopeField({ path: path('text'), body: { role_name: 'Other', value: 'x' } });
    expect(other.status).toBe(404);
    expect((await updateEnvelopeField({ path: path('text'), body: {} })).status).toBe(406);
  });

  it('signs and attaches files like the other route', async () => {
    const signature = await createSignature(api, signer);
    const signed = await api.as(signer).updateEnvelopeField({ path: path('sign / here'), body: { value: signature } });
    expect(ok(signed)).toMatchObject({ value: 'signed' });
    const form = new FormData();
    form.append('document', new Blob(['%PDF-1.7 x']), 'x.pdf');
    expect(ok(await api.as(signer).updateEnvelopeField({ path: path('file'), form }))).toMatchObject({
      value: 'attached',
    });
  });

  it('answers every field of section 2.6', async () => {
    const answer = ok(await api.as(signer).updateEnvelopeField({ path: path('text'), body: { value: 'x' } }));
    const named =
      'default document_id envelope_id group height label multiline name options page placeholder prepared readonly required role_name settings type width x y';
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(named.split(' ')));
  });
});

it('lets the owner prepare fields before the recipient acts, and not afterwards', async () => {
  const prepared = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)], {
    fields: [
      { ...field('name', 'textbox'), role_name: 'Two' },
      { ...field('seal', 'signature'), role_name: 'Two' },
    ],
  });
  const put = (field_name: string, body: unknown) =>
    api.as(sender).updateRecipientField({ path: { envelope_id: prepared.id, role_name: 'Two', field_name }, body });
  expect(ok(await put('name', { value: 'Grace', prepared: true }))).toMatchObject({ value: 'Grace', prepared: true });
  expect((await put('name', { value: 'Grace', prepared: false })).status).toBe(406);
  expect((await put('seal', { value: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', prepared: true })).status).toBe(406);
  const stranger = await api.signUp();
  const path = { envelope_id: prepared.id, role_name: 'Two', field_name: 'name' };
  expect((await api.as(stranger).updateRecipientField({ path, body: { value: 'x', prepared: true } })).status).toBe(
    404,
  );
});

it('changes nothing once the recipient has submitted', async () => {
  ok(await setField(api, signer, 'text', 'final'));
  ok(await submit(api, signer));
  expect((await setField(api, signer, 'text', 'later')).status).toBe(400);
  expect((await stored('text')).value).toBe('final');
  expect((await stored('moment')).value).toMatch(/^\d{4}-\d\d-\d\dT/);
});
