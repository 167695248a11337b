import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, prepareToSubmit, recipient, sendEnvelope, setField, signatureField, submit } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const text = (name: string, more: Record<string, unknown>) => ({
  name,
  role_name: 'Member',
  document_id: 0,
  type: 'textbox',
  page: 1,
  x: 72,
  y: 600,
  ...more,
});

const send = (fields: object[]) =>
  sendEnvelope(api, sender, [recipient('Member', 1)], { fields: [...fields, signatureField('Member')] });

const FIELDS = [
  text('account', { validator: 'iban' }),
  text('member', { settings: { pattern: 'M-\\d{4}', validator_message: 'It is on your card' } }),
  text('rent', { settings: { number: { min: 100, max: '5000', decimals: 2, unit: 'EUR' } } }),
  text('reason', { settings: { min_length: 5, max_length: 20 } }),
];

describe('a text that its field does not take', () => {
  test.each([
    ['account', 'DE89 3704 0044 0532 0130 01', 'value: account must be a valid iban'],
    ['member', 'M-12', 'value: member must match the pattern M-\\d{4}; the sender says: “It is on your card”'],
    ['rent', '99.99', 'value: rent must be at least 100'],
    ['rent', '5000,01', 'value: rent must be at most 5000'],
    ['rent', '100.001234', 'value: rent must have at most 2 decimals'],
    ['rent', '1.234', 'value: rent must be a number that can be read in one way only, like 1234.5'],
    ['reason', 'none', 'value: reason must be at least 5 characters long'],
    ['reason', 'x'.repeat(21), 'value: must be at most 20 characters long'],
  ])('is refused for %s: %s', async (name, value, error) => {
    const signer = await prepareToSubmit(api, await send(FIELDS), 'Member');
    const refused = await setField(api, signer, name, value);
    expect([refused.status, refused.body.error]).toEqual([406, error]);
    const { fields } = ok(
      await api.as({ signer: signer.signer }).getEnvelope({ path: { envelope_id: signer.envelope_id } }),
    );
    expect(fields.find((field) => field.name === name)?.value ?? null).toBe(null);
  });

  test('is refused from who prepares the field, too', async () => {
    const { id } = await send(FIELDS);
    const path = { envelope_id: id, role_name: 'Member', field_name: 'account' };
    const refused = await api.as(sender).updateRecipientField({ path, body: { value: 'none', prepared: true } });
    expect([refused.status, refused.body.error]).toEqual([406, 'value: account must be a valid iban']);
  });
});

test('a text that its field takes stays as it was typed, with its blanks and marks', async () => {
  const signer = await prepareToSubmit(api, await send(FIELDS), 'Member');
  const typed = { account: 'de89 3704 0044 0532 0130 00', member: 'M-1234', rent: '1.234,50', reason: 'moving' };
  for (const [name, value] of Object.entries(typed)) {
    expect(ok(await setField(api, signer, name, value)).value).toBe(value);
  }
  expect((await submit(api, signer)).status).toBe(200);
});

test('a computed value beyond its bounds keeps its recipient from submitting, and is named', async () => {
  const rules = { value: { product: [{ field: 'months' }, '100'] } };
  const envelope = await send([
    text('months', {}),
    text('total', { settings: { rules, number: { max: 1000, unit: 'EUR' } } }),
  ]);
  const signer = await prepareToSubmit(api, envelope, 'Member');
  ok(await setField(api, signer, 'months', '11'));
  const refused = await submit(api, signer);
  expect([refused.status, refused.body.error]).toEqual([406, 'fields.total: its computed value must be at most 1000']);
  ok(await setField(api, signer, 'months', '10'));
  expect((await submit(api, signer)).status).toBe(200);
});

test.each([
  [{ settings: { pattern: '(a+)\\1' } }, 'fields.0.settings.pattern: '],
  [{ settings: { number: { min: 2, max: 1 } } }, 'fields.0.settings.number.min: must be at most max, 1'],
  [{ settings: { min_length: 10_001 } }, 'fields.0.settings.min_length: must be a whole number from 0 to 10000'],
  [{ settings: { validator_message: 'a\u200bb' } }, 'fields.0.settings.validator_message: '],
  [{ validator: 'isbn' }, 'fields.0.validator: must be one of '],
  [{ validator: 'iban', default: 'DE00' }, 'fields.0.default: must be a valid iban'],
  [{ settings: { number: {} }, default: 'many' }, 'fields.0.default: must be a number'],
])('an envelope with the field %j is refused, with the member', async (more, error) => {
  const body = {
    name: 'An envelope',
    documents: [{ name: 'contract.pdf', data: (await import('../stories/envelope.ts')).pdf() }],
    recipients: [recipient('Member', 1)],
    fields: [text('f', more), signatureField('Member')],
  };
  const refused = await api.as(sender).createEnvelope({ body });
  expect([refused.status, refused.body.error]).toEqual([406, expect.stringContaining(error)]);
});

test('a list takes whatever clients keep by these names', async () => {
  const options = [{ id: 'a', label: 'A' }];
  const settings = { number: 3, pattern: '(', min_length: 'some' };
  const [list] = (await send([text('list', { type: 'dropdown', options, settings })])).fields;
  expect(list?.settings).toEqual(settings);
});
