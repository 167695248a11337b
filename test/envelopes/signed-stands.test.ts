import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  recipient,
  sendEnvelope,
  setField,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { agreed, codeOf } from '../verification/ceremony.ts';
import { recompute } from './auditor.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const text = (role_name: string, name: string, more: Record<string, unknown> = {}) => ({
  name,
  role_name,
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 300,
  ...more,
});

const SIGNED = [400, 'signed_already'];
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Both routes by which a sender may prepare a field. */
const prepareBy = {
  recipient: ({ id }: Pick<Envelope, 'id'>, role_name: string, field_name: string, value: unknown) =>
    api
      .as(sender)
      .updateRecipientField({ path: { envelope_id: id, role_name, field_name }, body: { value, prepared: true } }),
  envelope: ({ id }: Pick<Envelope, 'id'>, role_name: string, field_name: string, value: unknown) =>
    api
      .as(sender)
      .updateEnvelopeField({ path: { envelope_id: id, field_name }, body: { role_name, value, prepared: true } }),
} as const;
const ROUTES = ['recipient', 'envelope'] as const;

const auditOf = async ({ id }: Pick<Envelope, 'id'>, as: object = sender) =>
  ok(await api.as(as).getEnvelopeAudit({ path: { envelope_id: id } }));
const current = async ({ id }: Pick<Envelope, 'id'>, as: object = sender) =>
  ok(await api.as(as).getEnvelope({ path: { envelope_id: id } }));
const currentValue = async (envelope: Pick<Envelope, 'id'>, name: string) =>
  (await current(envelope)).fields.find((one: { name: string }) => one.name === name).value;
const events = async (envelope: Pick<Envelope, 'id'>, event: string) =>
  (await auditOf(envelope)).events.filter((one: { event: string }) => one.event === event);

/** A lease: the landlord's rent is fixed by the sender, the tenant signs first. */
const lease = (more: Record<string, unknown> = {}) =>
  sendEnvelope(api, sender, [recipient('Tenant', 1), recipient('Landlord', 2)], {
    fields: [
      text('Tenant', 'note'),
      text('Landlord', 'rent', { readonly: true, default: '1000' }),
      text('Landlord', 'deposit'),
      text('Landlord', 'paper', { type: 'attachment' }),
      text('Landlord', 'monthly', { type: 'radio', group: 'paid' }),
      text('Landlord', 'yearly', { type: 'radio', group: 'paid' }),
    ],
    ...more,
  });

const submitted = async (envelope: Envelope, role_name: string): Promise<Signer> => {
  const session = await agreed(api, envelope, role_name);
  ok(await submit(api, session));
  return session;
};

describe('before anybody has signed', () => {
  it.each(ROUTES)(
    'a value that the sender prepares (route of the %s) is an event with the value’s hash',
    async (route) => {
      const envelope = await lease();
      expect(ok(await prepareBy[route](envelope, 'Landlord', 'rent', '2000'))).toMatchObject({
        value: '2000',
        prepared: true,
      });
      const [event, ...others] = await events(envelope, 'recipient:prepared');
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        role_name: 'Landlord',
        event_detail: 'rent',
        actor: { type: 'user', id: sender.profile_id },
        data: { values: [{ field: 'rent', sha256: sha256('2000') }] },
      });
      expect((await current(envelope)).history_entries.map((one: { event: string }) => one.event)).toContain(
        'recipient:prepared',
      );
    },
  );

  it('the same value again adds no event, and clearing it adds one', async () => {
    const envelope = await lease();
    for (const value of ['500', '500', '', '']) ok(await prepareBy.recipient(envelope, 'Landlord', 'deposit', value));
    const prepared = await events(envelope, 'recipient:prepared');
    expect(prepared.map(({ data }: { data: unknown }) => data)).toEqual([
      { values: [{ field: 'deposit', sha256: sha256('500') }] },
      { values: [{ field: 'deposit', sha256: null }] },
    ]);
    expect(await currentValue(envelope, 'deposit')).toBeNull();
  });

  it('a file that the sender attaches is recorded with its name', async () => {
    const envelope = await lease();
    const form = new FormData();
    form.append('document', new File(['%PDF-1.7 paper'], 'paper.pdf'));
    form.append('prepared', 'true');
    const path = { envelope_id: envelope.id, role_name: 'Landlord', field_name: 'paper' };
    ok(await api.as(sender).updateRecipientField({ path, form }));
    const [event] = await events(envelope, 'recipient:prepared');
    expect(event.data).toEqual({ values: [{ field: 'paper', sha256: sha256('%PDF-1.7 paper'), name: 'paper.pdf' }] });
  });

  it('a radio button that the sender chooses switches the others off, and each change is an event', async () => {
    const envelope = await lease();
    ok(await prepareBy.recipient(envelope, 'Landlord', 'monthly', true));
    ok(await prepareBy.recipient(envelope, 'Landlord', 'yearly', true));
    expect([await currentValue(envelope, 'monthly'), await currentValue(envelope, 'yearly')]).toEqual([
      'false',
      'true',
    ]);
    const [, second] = await events(envelope, 'recipient:prepared');
    expect(second.data).toMatchObject({ values: [{ field: 'monthly' }, { field: 'yearly' }] });
    await submitted(envelope, 'Tenant');
    recompute((await auditOf(envelope)).events);
  });
});

describe('after the first recipient has signed', () => {
  it.each(ROUTES)('the sender can’t change any recipient’s value (route of the %s)', async (route) => {
    const envelope = await lease();
    ok(await prepareBy.recipient(envelope, 'Landlord', 'deposit', '300'));
    await submitted(envelope, 'Tenant');
    const before = await auditOf(envelope);
    for (const [field, value] of [
      ['rent', '9999'],
      ['rent', ''],
      ['deposit', '9999'],
      ['deposit', null],
      ['deposit', '300'],
      ['monthly', true],
      ['paper', null],
    ] as const) {
      expect(codeOf(await prepareBy[route](envelope, 'Landlord', field, value))).toEqual(SIGNED);
    }
    expect(codeOf(await prepareBy[route](envelope, 'Tenant', 'note', 'x'))[0]).toBe(400);
    const form = new FormData();
    form.append('document', new File(['%PDF-1.7 paper'], 'paper.pdf'));
    form.append('prepared', 'true');
    const path = { envelope_id: envelope.id, role_name: 'Landlord', field_name: 'paper' };
    expect(codeOf(await api.as(sender).updateRecipientField({ path, form }))).toEqual(SIGNED);
    expect([await currentValue(envelope, 'rent'), await currentValue(envelope, 'deposit')]).toEqual(['1000', '300']);
    expect(await auditOf(envelope)).toEqual(before);
  });

  it('parallel recipients freeze each other’s prepared values too', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)], {
      fields: [text('Two', 'price', { readonly: true, default: '1' }), text('One', 'note')],
    });
    await submitted(envelope, 'One');
    expect(codeOf(await prepareBy.recipient(envelope, 'Two', 'price', '2'))).toEqual(SIGNED);
  });

  it('the envelope’s name and sender can’t change, but its visibility, reminders and data can', async () => {
    const envelope = await lease();
    const change = (body: object): Promise<Answered> =>
      api.as(sender).updateEnvelope({ path: { envelope_id: envelope.id }, body });
    ok(await change({ name: 'Before' }));
    await submitted(envelope, 'Tenant');
    for (const body of [{ name: 'Other' }, { sender_name: 'Other' }, { sender_email: 'other@example.com' }]) {
      expect(codeOf(await change(body))).toEqual(SIGNED);
    }
    expect((await current(envelope)).name).toBe('Before');
    ok(await change({ name: 'Before', visibility: 'shared', max_reminder_days: 3, data: { a: 1 } }));
  });

  it('a recipient who has signed can’t be reset once another has signed, in whatever order', async () => {
    const envelope = await sendEnvelope(
      api,
      sender,
      [recipient('One', 1), recipient('Two', 1), recipient('Three', 2)],
      {
        fields: ['One', 'Two', 'Three'].map((role) => text(role, `text-${role}`, { default: 'x' })),
      },
    );
    const reset = (role_name: string) =>
      api.as(sender).updateRecipient({ path: { envelope_id: envelope.id, role_name }, body: { action: 'reset' } });
    await submitted(envelope, 'One');
    ok(await reset('One'));
    await submitted(envelope, 'One');
    await submitted(envelope, 'Two');
    const before = await auditOf(envelope);
    for (const role of ['One', 'Two']) expect(codeOf(await reset(role))).toEqual([400, 'reset_impossible']);
    expect(await auditOf(envelope)).toEqual(before);
    // A recipient who hasn't signed has submitted nothing that the others could have signed.
    await agreed(api, envelope, 'Three');
    ok(await reset('Three'));
    await submitted(envelope, 'Three');
    recompute((await auditOf(envelope)).events);
  });

  it('the recipient still fills own fields, prepared ones too, but no readonly ones', async () => {
    const envelope = await lease();
    ok(await prepareBy.recipient(envelope, 'Landlord', 'deposit', '300'));
    await submitted(envelope, 'Tenant');
    const landlord = await agreed(api, envelope, 'Landlord');
    ok(await setField(api, landlord, 'deposit', '301'));
    expect((await setField(api, landlord, 'rent', '9999')).status).toBe(400);
    ok(await submit(api, landlord));
    const [tenants, landlords] = recompute((await auditOf(envelope)).events);
    expect(tenants?.shown.get('Landlord')?.get('deposit')?.sha256).toBe(sha256('300'));
    expect(landlords?.shown.get('Landlord')?.get('deposit')?.sha256).toBe(sha256('301'));
  });
});

it('a value that is prepared while somebody submits is either bound or refused', async () => {
  let [bound, refused] = [0, 0];
  for (let round = 0; round < 8; round++) {
    const envelope = await lease();
    const tenant = await agreed(api, envelope, 'Tenant');
    const [prepared, done] = await Promise.all([
      prepareBy.recipient(envelope, 'Landlord', 'rent', '2000'),
      submit(api, tenant),
    ]);
    expect(done.status).toBe(200);
    expect([200, 400]).toContain(prepared.status);
    if (prepared.status === 200) bound += 1;
    else refused += 1;
    const stands = await currentValue(envelope, 'rent');
    expect(stands).toBe(prepared.status === 200 ? '2000' : '1000');
    const [signed] = recompute((await auditOf(envelope)).events);
    expect(signed?.shown.get('Landlord')?.get('rent')?.sha256).toBe(sha256(stands));
  }
  expect(bound + refused).toBe(8);
});

describe('recipient:signed', () => {
  it('records the documents and every value shown, own and others’, so that the trail alone proves them', async () => {
    const envelope = await sendEnvelope(
      api,
      sender,
      [recipient('One', 1), recipient('Two', 2), recipient('Three', 3)],
      {
        fields: [
          signatureField('One'),
          text('One', 'typed'),
          text('One', 'moment', { type: 'timestamp' }),
          text('One', 'file', { type: 'attachment' }),
          text('Two', 'fixed', { readonly: true, default: 'as agreed' }),
          text('Two', 'box', { type: 'checkbox' }),
          text('Three', 'open', { default: 'proposal' }),
        ],
      },
    );
    const one = await agreed(api, envelope, 'One');
    const block = await createSignature(api, one);
    const signature = ok(await setField(api, one, 'signature-One', block));
    ok(await setField(api, one, 'typed', 'Ünder 漢字'));
    const form = new FormData();
    form.append('document', new File(['%PDF-1.7 my passport'], 'passport.pdf'));
    const path = { envelope_id: envelope.id, role_name: 'One', field_name: 'file' };
    ok(await api.as(one).updateRecipientField({ path, form }));
    ok(await submit(api, one));
    const two = await agreed(api, envelope, 'Two');
    ok(await setField(api, two, 'box', true));
    ok(await submit(api, two));
    await submitted(envelope, 'Three');
    await api.settle();

    const audit = await auditOf(envelope);
    expect(audit.intact).toBe(true);
    const [first, second, third] = recompute(audit.events);
    const picture = Buffer.from(String(signature.settings.base64).split(',')[1] ?? '', 'base64');
    expect(Object.fromEntries(first?.shown.get('One') ?? [])).toEqual({
      file: { field: 'file', sha256: sha256('%PDF-1.7 my passport'), name: 'passport.pdf' },
      moment: { field: 'moment', sha256: sha256(await currentValue(envelope, 'moment')) },
      'signature-One': { field: 'signature-One', sha256: sha256(picture), signed_at: signature.settings.signed_at },
      typed: { field: 'typed', sha256: sha256('Ünder 漢字') },
    });
    // No signer saw a tick that was made later.
    expect([...(first?.shown.get('Two')?.keys() ?? [])]).toEqual(['fixed']);
    expect(first?.shown.get('Three')?.get('open')?.sha256).toBe(sha256('proposal'));
    expect(second?.shown.get('One')).toEqual(first?.shown.get('One'));
    expect([...(third?.shown.get('Two')?.keys() ?? [])]).toEqual(['box', 'fixed']);

    const [signed] = await events(envelope, 'recipient:signed');
    const documents = audit.documents.filter(({ type }: { type: string }) => type === 'attachment');
    expect(signed.data.documents).toEqual(
      documents.map(({ id, sha256: hash }: { id: string; sha256: string }) => ({ id, sha256: hash })),
    );
  });

  it('no longer fits if a value of the trail is changed', async () => {
    const envelope = await lease();
    ok(await prepareBy.recipient(envelope, 'Landlord', 'rent', '2000'));
    await submitted(envelope, 'Tenant');
    const { events: trail } = await auditOf(envelope);
    const prepared = trail.find(({ event }: { event: string }) => event === 'recipient:prepared');
    prepared.data.values = [{ field: 'rent', sha256: sha256('9999') }];
    expect(() => recompute(trail)).toThrow(/other values of Landlord/);
  });

  it('covers a recipient who was reset, and a delegate', async () => {
    const people = [recipient('One', 1, { delegator: true }), recipient('Two', 2)];
    const envelope = await sendEnvelope(api, sender, people, {
      fields: [text('One', 'typed', { default: 'proposal' }), text('Two', 'other')],
    });
    const first = await agreed(api, envelope, 'One');
    ok(await setField(api, first, 'typed', 'first'));
    ok(await submit(api, first));
    const path = { envelope_id: envelope.id, role_name: 'One' };
    ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
    expect(await currentValue(envelope, 'typed')).toBe('proposal');
    const again = await openSession(api, envelope, 'One');
    const to = { first_name: 'Grace/Ann', last_name: 'Hop?per', email: 'grace-stands@example.com' };
    ok(await api.as(again).delegateRecipient({ path, body: to }));
    const after = await current(envelope);
    expect(after.recipients.map((one: { role_name: string }) => one.role_name)).toContain(
      'delegated_to_Grace-Ann_Hop-per',
    );
    const grace = await agreed(api, after, 'One');
    ok(await setField(api, grace, 'typed', 'second'));
    ok(await submit(api, grace));
    await submitted(envelope, 'Two');
    const signed = recompute((await auditOf(envelope)).events);
    expect(signed.map(({ shown }) => shown.get('One')?.get('typed')?.sha256)).toEqual([
      sha256('first'),
      sha256('second'),
      sha256('second'),
    ]);
  });
});

it('a radio group of any size can be filled one button at a time, and reset', async () => {
  const buttons = Array.from({ length: 300 }, (_, index) =>
    text('One', `button ${index}`, { type: 'radio', group: 'g' }),
  );
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { fields: buttons });
  const chosen = async () =>
    (await current(envelope)).fields
      .filter(({ value }: { value: string | null }) => value === 'true')
      .map(({ name }: { name: string }) => name);
  const one = await agreed(api, envelope, 'One');
  ok(await setField(api, one, 'button 7', true));
  ok(await setField(api, one, 'button 299', true));
  expect(await chosen()).toEqual(['button 299']);
  expect(await currentValue(envelope, 'button 0')).toBe('false');
  ok(await setField(api, one, 'button 299', false));
  expect(await chosen()).toEqual([]);
  ok(await setField(api, one, 'button 7', true));
  const path = { envelope_id: envelope.id, role_name: 'One' };
  ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
  expect(await currentValue(envelope, 'button 7')).toBeNull();
  const again = await agreed(api, envelope, 'One');
  ok(await setField(api, again, 'button 3', true));
  expect(await chosen()).toEqual(['button 3']);
});
