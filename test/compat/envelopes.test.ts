import {
  canAccessEnvelope,
  cancelEnvelope,
  createEnvelope,
  createTemplate,
  envelopeIsActive,
  getEnvelope,
  getEnvelopeDocument,
  getEnvelopeDocumentDownloadLink,
  getEnvelopeDocumentPageDisplayUri,
  getEnvelopes,
  getEnvelopesZip,
  getInPersonLink,
  getMyRecipient,
  getNextRecipient,
  getRecipient,
  getRecipientsWithActions,
  getRecipientWithActions,
  getTemplate,
  getTemplates,
  type IEnvelope,
  type IListEnvelopesParams,
  type ITemplate,
  isEnvelopeOwner,
  isEnvelopeRecipient,
  recipientCanAct,
  recipientHasAction,
  remindRecipient,
  startSigningSession,
  type TCreateEnvelopeRequest,
  updateEnvelope,
  updateEnvelopeField,
  updateRecipient,
  useCanAccessEnvelope,
  userCanAct,
  userCanCancelEnvelope,
  userCanFinishEnvelope,
  userCanSignNow,
  userIsEnvelopeOwner,
  userIsEnvelopeRecipient,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import {
  adoptSignature,
  base64,
  endpointOf,
  join,
  linkTo,
  type Member,
  newEmail,
  openAndAgree,
  openLink,
  pdf,
  refusal,
} from './client.ts';
import { field, recipient, send } from './sending.ts';

let api: Api;
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  api = await startApi();
  [ada, stranger] = [await join(api), await join(api)];
});
afterAll(() => api.stop());

const statuses = ({ recipients }: IEnvelope) => recipients.map(({ role_name, status }) => [role_name, status]);
const events = ({ history_entries }: IEnvelope) => history_entries?.map(({ event, role_name }) => [event, role_name]);

describe('createEnvelope, directly', () => {
  it('answers the whole envelope and invites the first level alone', async () => {
    const recipients = [recipient('Second one', 2), recipient('First', 1), recipient('Copy', 3, { type: 'cc' })];
    const envelope = await send(ada, recipients, { description: '', environment: '', data: { order: 42 } });
    expect(envelope).toMatchObject({
      name: 'Bill of sale',
      status: 'pending',
      signed: false,
      profile_id: ada.profile.id,
      organization_id: ada.profile.organization_id,
      template_id: null,
      sender_name: 'Ada Löwe',
      sender_email: ada.email,
      no_contact: false,
      initial_reminder: null,
      followup_reminders: null,
      max_reminder_days: 14,
      next_reminder: null,
      canceled_at: null,
      expires_at: null,
      visibility: 'private',
      data: { order: 42 },
      profile: { id: ada.profile.id, email: ada.email },
      organization: { id: ada.profile.organization_id },
    });
    expect(statuses(envelope)).toEqual([
      ['First', 'invited'],
      ['Second one', 'pending'],
      ['Copy', 'pending'],
    ]);
    expect(events(envelope)).toEqual([
      ['envelope:created', ''],
      ['recipient:invited', 'First'],
    ]);
    expect(envelope.documents).toMatchObject([
      { name: 'bill.pdf', pages: 2, type: 'attachment', order: 0, signed: false, template_document_id: null },
    ]);
    expect(envelope.fields).toHaveLength(2);
    expect(envelope.fields?.[0]).toMatchObject({ document_id: envelope.documents?.[0]?.id, settings: {}, value: null });
    expect(await getEnvelope(ada.endpoint, envelope.id)).toEqual(envelope);
    const mailed = await Promise.all(recipients.map(({ email }) => linkTo(api, email)));
    expect(mailed).toMatchObject([undefined, { envelope_id: envelope.id, role_name: 'First' }, undefined]);
  });

  it('writes to nobody with no_contact, from the first to the last', async () => {
    const one = recipient('One');
    const copy = recipient('Copy', 1, { type: 'cc' });
    const { id, recipients } = await send(ada, [one, copy], { no_contact: true });
    expect(await remindRecipient(ada.endpoint, id, 'One')).toEqual({ status: 'OK' });
    const endpoint = endpointOf(api);
    const key = recipients.find(({ role_name }) => role_name === 'One')?.in_app_key ?? '';
    const session = await startSigningSession(endpoint, id, 'One', key);
    expect(session.recipient.in_app_key).toBeUndefined();
    await api
      .as({ signer: session.access_token })
      .agreeRecipient({ path: { envelope_id: id, role_name: 'One' }, body: {} });
    await updateEnvelopeField(endpoint, id, 'One', 'text of One', 'x', false);
    await api
      .as({ signer: session.access_token })
      .submitRecipient({ path: { envelope_id: id, role_name: 'One' }, body: {} });
    await api.settle();
    expect((await getEnvelope(ada.endpoint, id)).signed).toBe(true);
    for (const { email } of [one, copy]) expect(await api.messages(email)).toEqual([]);
  });

  it('creates everything or nothing, and says what is wrong', async () => {
    await api.settle();
    const { count } = await getEnvelopes(ada.endpoint);
    const text = (more: Record<string, unknown>) => [field('f', 'One', 'textbox', more)];
    const bad: [Record<string, unknown>, RegExp][] = [
      [{ name: '' }, /^name: /],
      [{ name: 'x'.repeat(100_000) }, /^name: /],
      [{ recipients: [] }, /^recipients: /],
      [{ recipients: undefined }, /^recipients: /],
      [{ recipients: [recipient('One'), recipient('One')] }, /^recipients\.1\.role_name: /],
      [{ recipients: [recipient('One', 1, { email: 'nowhere' })] }, /^recipients\.0\.email: /],
      [{ recipients: [recipient('One', 1, { email: '' })] }, /^recipients\.0\.email: /],
      [{ recipients: [recipient('One', 1, { first_name: '', last_name: null })] }, /^recipients\.0\.first_name: /],
      [{ recipients: [recipient('One', 1, { type: 'cc' })], fields: [] }, /^recipients: /],
      [{ recipients: [recipient('..')], fields: [] }, /^recipients\.0\.role_name: /],
      [{ documents: [] }, /^documents: /],
      [{ documents: [{ name: 'a.pdf', data: base64(Buffer.from('%PDF-1.7 not really')) }] }, /can't be used/],
      [{ documents: [{ name: 'a.pdf', data: base64(pdf().subarray(0, 200)) }] }, /can't be used/],
      [{ fields: text({ role_name: 'Nobody' }) }, /^fields\.0\.role_name: /],
      [{ fields: text({ document_id: 1 }) }, /^fields\.0\.document_id: /],
      [{ fields: text({ page: 3 }) }, /^fields\.0\.page: /],
      [{ fields: text({ x: 600 }) }, /^fields\.0\.x: /],
      [{ fields: text({ type: 'drawing' }) }, /^fields\.0\.type: /],
      [{ fields: [...text({}), ...text({ y: 300 })] }, /^fields\.1\.name: /],
      [{ fields: text({ required: true, readonly: true }) }, /^fields\.0\.required: /],
      [{ expires_at: '2001-01-01T00:00:00.000Z' }, /^expires_at: /],
      [{ expires_at: 'tomorrow' }, /^expires_at: /],
      [{ initial_reminder: -1 }, /^initial_reminder: /],
      [{ data: 'text' }, /^data: /],
      [{ template_id: 'none' }, /^template_id: /],
    ];
    for (const [more, message] of bad) {
      const { status, error } = await refusal(send(ada, [recipient('One')], more));
      expect([status, error]).toEqual([406, expect.stringMatching(message)]);
    }
    expect((await getEnvelopes(ada.endpoint)).count).toBe(count);
  });

  it('refuses values that are not texts, and doesn’t fail', async () => {
    const lone = send(ada, [recipient('One')], { documents: [{ name: 'a\ud800.pdf', data: base64(pdf()) }] });
    expect(await refusal(lone)).toMatchObject({ status: 400, code: 'malformed_json' });
  });
});

describe('createEnvelope, from a template', () => {
  let template: ITemplate;

  beforeAll(async () => {
    template = await createTemplate(ada.endpoint, {
      name: 'Sale',
      description: 'Of a car',
      initial_reminder: 14_400_000,
      max_reminder_days: 3,
      documents: [{ name: 'sale.pdf', data: base64(pdf()) }],
      roles: [
        { name: 'Seller', type: 'signer', full_name: 'Sue Seller', email: newEmail('seller'), sequence: 1, order: 1 },
        { name: 'Buy er', type: 'signer', sequence: 2, order: 1 },
      ] as unknown as ITemplate['roles'],
      fields: [
        { name: 'price', role_name: 'Seller', type: 'textbox', page: 1, x: 72, y: 400, default: '100', required: true },
        { name: 'signed', role_name: 'Buy er', type: 'signature', page: 1, x: 72, y: 72, required: true },
      ] as unknown as ITemplate['fields'],
    });
  });

  const request = (more: Record<string, unknown> = {}): TCreateEnvelopeRequest =>
    ({
      template_id: template.id,
      recipients: [recipient('Buy er', 2)],
      ...more,
    }) as unknown as TCreateEnvelopeRequest;

  it('copies the template’s content, and counts its use', async () => {
    const envelope = await createEnvelope(
      ada.endpoint,
      request({ name: '', description: '', sender_name: '', expires_at: '' }),
    );
    expect(envelope).toMatchObject({
      template_id: template.id,
      name: 'Sale',
      initial_reminder: 14_400_000,
      max_reminder_days: 3,
      next_reminder: expect.any(String),
    });
    expect(statuses(envelope)).toEqual([
      ['Seller', 'invited'],
      ['Buy er', 'pending'],
    ]);
    expect(envelope.recipients[0]).toMatchObject({ first_name: 'Sue', last_name: 'Seller', full_name: 'Sue Seller' });
    expect(envelope.documents).toMatchObject([{ name: 'sale.pdf', template_document_id: template.documents?.[0]?.id }]);
    expect(envelope.fields?.find(({ name }) => name === 'price')).toMatchObject({ value: '100', prepared: false });
    await api.settle();
    const used = await getTemplate(ada.endpoint, template.id);
    expect(used).toMatchObject({ counter: 1, last_used_at: expect.any(String) });
  });

  it('takes role records for recipients, and prepares the fields whose defaults it is given', async () => {
    const envelope = await createEnvelope(
      ada.endpoint,
      request({
        name: 'My sale',
        recipients: [...(template.roles ?? []).slice(0, 1), recipient('Buy er', 2, { message: 'Hurry' })],
        fields: [{ name: 'price', role_name: 'Seller', default: '250', label: 'Price', placeholder: null }],
      }),
    );
    expect(envelope.name).toBe('My sale');
    expect(envelope.fields?.find(({ name }) => name === 'price')).toMatchObject({
      value: '250',
      default: '250',
      label: 'Price',
      prepared: true,
    });
  });

  it('needs a recipient for every role that the template does not fill itself', async () => {
    const cases: [Record<string, unknown>, number][] = [
      [{ recipients: [recipient('Seller')] }, 406],
      [{ recipients: [recipient('Buy er'), recipient('Nobody')] }, 406],
      [{ fields: [{ name: 'unknown', role_name: 'Seller', default: 'x' }] }, 406],
      [{ template_id: ada.profile.id }, 404],
    ];
    for (const [more, status] of cases) {
      expect((await refusal(createEnvelope(ada.endpoint, request(more)))).status).toBe(status);
    }
    const foreign = createEnvelope(stranger.endpoint, request());
    expect((await refusal(foreign)).status).toBe(404);
    await api.settle();
    expect((await getTemplates(ada.endpoint)).templates[0]?.counter).toBe(2);
  });
});

describe('updateEnvelope', () => {
  it('changes what is sent, and takes its whole record back', async () => {
    const { id } = await send(ada, [recipient('One')]);
    const expires_at = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const changed = await updateEnvelope(ada.endpoint, id, {
      name: 'New name 🙂',
      sender_name: 'Sales',
      sender_email: 'Sales@Example.com',
      initial_reminder: 14_400_000,
      followup_reminders: 43_200_000,
      visibility: 'shared',
      data: { a: ['b'] },
      expires_at,
    });
    expect(changed).toMatchObject({
      name: 'New name 🙂',
      sender_name: 'Sales',
      sender_email: 'Sales@Example.com',
      initial_reminder: 14_400_000,
      followup_reminders: 43_200_000,
      visibility: 'shared',
      data: { a: ['b'] },
      expires_at,
      next_reminder: expect.any(String),
    });
    expect(changed.recipients).toHaveLength(1);
    expect(await updateEnvelope(ada.endpoint, id, changed)).toEqual(changed);
    const echo = { ...changed, status: 'complete', signed: true, profile_id: stranger.profile.id, name: 'Renamed' };
    const echoed = await updateEnvelope(ada.endpoint, id, echo as IEnvelope);
    expect(echoed).toMatchObject({ name: 'Renamed', status: 'pending', signed: false, profile_id: ada.profile.id });
    const none = { initial_reminder: 0, followup_reminders: null, expires_at: null, data: null, name: null };
    expect(await updateEnvelope(ada.endpoint, id, none as never)).toMatchObject({
      initial_reminder: null,
      followup_reminders: null,
      next_reminder: null,
      expires_at: null,
      data: null,
      name: 'Renamed',
    });
    expect((await refusal(updateEnvelope(ada.endpoint, id, { expires_at: '2001-01-01T00:00:00Z' }))).status).toBe(406);
  });

  it('still accepts the unchanged record of an envelope that has ended, and its own data', async () => {
    const { id } = await send(ada, [recipient('One')]);
    const canceled = (await cancelEnvelope(ada.endpoint, id)) as IEnvelope;
    expect(await updateEnvelope(ada.endpoint, id, canceled)).toEqual(canceled);
    expect(await updateEnvelope(ada.endpoint, id, { data: { filed: true } })).toMatchObject({ data: { filed: true } });
    expect((await refusal(updateEnvelope(ada.endpoint, id, { name: 'Too late' }))).code).toBe('envelope_ended');
  });
});

describe('cancelEnvelope', () => {
  it('ends the envelope for everybody, once', async () => {
    const [one, two] = [recipient('One'), recipient('Two', 2)];
    const { id } = await send(ada, [one, two]);
    const signer = await openAndAgree(api, one.email);
    const canceled = (await cancelEnvelope(ada.endpoint, id)) as IEnvelope;
    expect(canceled).toMatchObject({ status: 'canceled', canceled_at: expect.any(String) });
    expect(statuses(canceled)).toEqual([
      ['One', 'canceled'],
      ['Two', 'canceled'],
    ]);
    expect(envelopeIsActive(canceled)).toBe(false);
    const fill = updateEnvelopeField(signer.endpoint, id, 'One', 'text of One', 'late', false);
    expect(await refusal(fill)).toMatchObject({ status: 400, code: 'envelope_ended' });
    expect((await openLink(api, one.email)).session.recipient.status).toBe('canceled');
    expect((await refusal(cancelEnvelope(ada.endpoint, id))).code).toBe('envelope_ended');
    expect((await api.messages(two.email)).length).toBe(0);
  });
});

describe('getEnvelopes', () => {
  let member: Member;
  let template: ITemplate;

  beforeAll(async () => {
    member = await join(api);
    template = await createTemplate(member.endpoint, {
      name: 'T',
      documents: [{ name: 'a.pdf', data: base64(pdf()) }],
      roles: [{ name: 'One', type: 'signer' }] as unknown as ITemplate['roles'],
      fields: [{ name: 'f', role_name: 'One', type: 'textbox', page: 1, x: 1, y: 1 }] as unknown as ITemplate['fields'],
    });
    const make = (name: string, more: Record<string, unknown> = {}) =>
      send(member, [recipient('One', 1, more)], { name });
    await createEnvelope(member.endpoint, {
      name: 'Äpfel 100%',
      template_id: template.id,
      recipients: [recipient('One')],
    } as unknown as TCreateEnvelopeRequest);
    await make('mine to sign', { email: member.email.toUpperCase() });
    await cancelEnvelope(member.endpoint, (await make('Canceled')).id);
    const opened = recipient('One');
    await send(member, [opened], { name: 'birnen' });
    await openLink(api, opened.email);
    await send(ada, [recipient('One', 1, { email: member.email })], { name: 'received' });
    await api.settle();
  });

  const names = async (params?: IListEnvelopesParams) =>
    (await getEnvelopes(member.endpoint, params)).envelopes.map(({ name }) => name);

  it.each<[IListEnvelopesParams, string[]]>([
    [{}, ['received', 'birnen', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ view: 'inbox' }, ['received', 'mine to sign']],
    [{ view: 'action' }, ['received', 'mine to sign']],
    [{ view: 'sent' }, ['birnen', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ view: 'waiting' }, ['received', 'birnen', 'mine to sign', 'Äpfel 100%']],
    [{ view: 'completed' }, []],
    [{ status: ['in progress'] }, ['birnen']],
    [{ status: ['pending', 'canceled'] }, ['received', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ status: [] }, ['received', 'birnen', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ status: ['canceled'], view: 'waiting' }, []],
    [{ q: 'äPFEL' }, ['Äpfel 100%']],
    [{ q: '100%' }, ['Äpfel 100%']],
    [{ q: '' }, ['received', 'birnen', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ q: 'nothing like it' }, []],
    [{ include_org: true }, ['received', 'birnen', 'Canceled', 'mine to sign', 'Äpfel 100%']],
    [{ sort_by: 'name' }, ['birnen', 'Canceled', 'mine to sign', 'received', 'Äpfel 100%']],
    [{ sort_by: 'name', ascending: false }, ['Äpfel 100%', 'received', 'mine to sign', 'Canceled', 'birnen']],
    [{ ascending: true }, ['Äpfel 100%', 'mine to sign', 'Canceled', 'birnen', 'received']],
    [{ sort_by: 'status', status: ['in progress', 'canceled'] }, ['Canceled', 'birnen']],
    [{ sort_by: 'status', status: ['in progress', 'canceled'], ascending: false }, ['birnen', 'Canceled']],
    [{ sort_by: 'canceled_at', rows: 1 }, ['Canceled']],
    [{ rows: 2, page: 1 }, ['Canceled', 'mine to sign']],
    [{ rows: 100, page: 7 }, []],
  ])('with %o', async (params, wanted) => {
    expect(await names(params)).toEqual(wanted);
  });

  it('filters by template and by time', async () => {
    expect(await names({ template_id: template.id })).toEqual(['Äpfel 100%']);
    const { envelopes } = await getEnvelopes(member.endpoint, { ascending: true });
    const time = envelopes[2]?.created_at ?? '';
    const later = new Date(new Date(time).getTime() + 1).toISOString();
    expect(await names({ created_before: time })).toEqual(expect.arrayContaining(['mine to sign', 'Äpfel 100%']));
    expect(await names({ created_after: later })).toEqual(['received', 'birnen']);
    expect(await names({ created_after: '2001-01-01', created_before: '2001-01-02' })).toEqual([]);
  });

  it('sorts by the time of the latest change', async () => {
    const { envelopes } = await getEnvelopes(member.endpoint, { sort_by: 'updated_at' });
    const times = envelopes.map(({ updated_at }) => updated_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('counts all that match, whatever the page, and shows recipients and documents', async () => {
    const page = await getEnvelopes(member.endpoint, { rows: 2, page: 1 });
    expect(page).toMatchObject({ count: 5, rows: 2, page: 1 });
    expect(page.envelopes[0]).toMatchObject({
      status: 'canceled',
      recipients: [{ role_name: 'One', status: 'canceled' }],
      documents: [{ name: 'bill.pdf', pages: 2 }],
      fields: [],
      history_entries: [],
    });
    expect(await getEnvelopes(member.endpoint, { view: 'inbox', rows: 1 })).toMatchObject({ count: 2, rows: 1 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['rows', { rows: 0 }],
    ['rows', { rows: -5 }],
    ['rows', { rows: 2.5 }],
    ['page', { page: -1 }],
    ['view', { view: 'everything' }],
    ['status', { status: ['pending', 'lost'] }],
    ['sort_by', { sort_by: 'colour' }],
    ['template_id', { template_id: 'none' }],
    ['created_after', { created_after: 'yesterday' }],
  ])('refuses %s where it does not fit: %o', async (name, params) => {
    const { status, error } = await refusal(getEnvelopes(member.endpoint, params as IListEnvelopesParams));
    expect([status, error]).toEqual([406, expect.stringMatching(new RegExp(`^${name}`))]);
    expect(error).not.toContain('received string');
  });
});

describe('recipients', () => {
  it('are corrected by the owner; a new address gets a new invitation', async () => {
    const one = recipient('One & Ü 1');
    const { id, recipients } = await send(ada, [one]);
    const echo = { ...recipients[0], first_name: 'Power', message: null };
    const changed = await updateRecipient(ada.endpoint, id, one.role_name, echo as never);
    expect(changed).toMatchObject({ first_name: 'Power', last_name: 'Turner', status: 'invited', email: one.email });
    const email = newEmail('new');
    expect(await updateRecipient(ada.endpoint, id, one.role_name, { email })).toMatchObject({
      email,
      status: 'invited',
    });
    expect((await openLink(api, email)).session.recipient).toMatchObject({
      email,
      first_name: 'Power',
      status: 'opened',
    });
    expect((await refusal(updateRecipient(ada.endpoint, id, one.role_name, { email: 'nowhere' }))).status).toBe(406);
    expect((await refusal(updateRecipient(ada.endpoint, id, 'Nobody', { email }))).status).toBe(404);
  });

  it('lose their link, session and signature when their address is corrected', async () => {
    const old = recipient('One');
    const { id } = await send(ada, [old], { fields: [field('sign', 'One', 'signature', { required: true })] });
    const before = await openAndAgree(api, old.email);
    const block = await adoptSignature(before);
    expect((await updateEnvelopeField(before.endpoint, id, 'One', 'sign', block, false)).value).toBe('signed');
    const email = newEmail('new');
    await updateRecipient(ada.endpoint, id, 'One', { email });

    const link = startSigningSession(endpointOf(api), id, 'One', before.key);
    expect((await refusal(link)).status).toBe(404);
    const calls = [
      getEnvelope(before.endpoint, id),
      updateEnvelopeField(before.endpoint, id, 'One', 'sign', block, false),
      getEnvelopeDocument(before.endpoint, before.session.envelope.documents?.[0]?.id ?? ''),
    ];
    expect(new Set((await Promise.all(calls.map(refusal))).map(({ status }) => status))).toEqual(new Set([404]));

    const after = await openAndAgree(api, email);
    expect(after.session).toMatchObject({ signatures: [], recipient: { agreed: false, status: 'opened' } });
    expect(after.session.envelope.fields).toMatchObject([{ name: 'sign', value: null, settings: {} }]);
    const submit = api
      .as({ signer: after.session.access_token })
      .submitRecipient({ path: { envelope_id: id, role_name: 'One' }, body: {} });
    expect((await submit).headers.get('x-error-code')).toBe('fields_missing');
    const theft = updateEnvelopeField(after.endpoint, id, 'One', 'sign', block, false);
    expect((await refusal(theft)).status).toBe(406);
  });

  it('are reminded while it is their turn', async () => {
    const [one, two] = [recipient('One'), recipient('Two', 2)];
    const { id } = await send(ada, [one, two]);
    await remindRecipient(ada.endpoint, id, 'One');
    await api.settle();
    expect(await api.messages(one.email)).toHaveLength(2);
    expect((await openLink(api, one.email)).session.recipient.status).toBe('opened');
    expect(await refusal(remindRecipient(ada.endpoint, id, 'Two'))).toMatchObject({
      status: 400,
      code: 'reminder_impossible',
    });
  });

  it('keep what the owner prepared for them until they act', async () => {
    const one = recipient('One');
    const { id } = await send(ada, [one]);
    const prepare = (value: string, prepared: boolean) =>
      updateEnvelopeField(ada.endpoint, id, 'One', 'text of One', value, prepared);
    expect(await prepare('from the sender', true)).toMatchObject({ value: 'from the sender', prepared: true });
    expect((await refusal(prepare('in their name', false))).status).toBe(406);
    const { session } = await openLink(api, one.email);
    expect(session.envelope.fields).toMatchObject([{ value: 'from the sender', prepared: true }]);
    expect((await refusal(prepare('too late', true))).code).toBe('recipient_not_acting');
  });
});

describe("the client's helpers", () => {
  it('agree with the platform about who may act', async () => {
    const [first, second] = [recipient('First', 1, { email: ada.email }), recipient('Second', 2)];
    const envelope = await send(ada, [first, second]);
    const { profile, endpoint } = ada;
    expect(userIsEnvelopeOwner(profile, envelope)).toBe(true);
    expect(isEnvelopeOwner(profile.id, envelope)).toBe(true);
    expect(userIsEnvelopeRecipient(profile, envelope)).toBe(true);
    expect(isEnvelopeRecipient(profile.id, envelope)).toBe(true);
    expect(userCanSignNow(profile, envelope)).toBe(true);
    expect(userCanCancelEnvelope(profile, envelope)).toBe(true);
    expect(userCanFinishEnvelope(profile, envelope)).toBe(true);
    expect(getMyRecipient(endpoint.session, envelope)?.role_name).toBe('First');
    const acting = getRecipientsWithActions(envelope);
    expect(acting.map(({ role_name }) => role_name)).toEqual(['First', 'Second']);
    expect(acting.map((one) => [recipientHasAction(one), recipientCanAct(one, acting)])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(userCanAct(ada.email, acting)).toBe(true);
    expect(userCanAct(second.email, acting)).toBe(false);
    expect(getNextRecipient(envelope)?.role_name).toBe('First');
    expect(getRecipient(second.email.toUpperCase(), envelope)?.role_name).toBe('Second');
    expect(getRecipientWithActions(second.email, envelope)).toBe(false);
    expect(useCanAccessEnvelope(stranger.profile, envelope)).toBe(false);
  });

  it('recognize a recipient who has an account by the own profile, in the envelope and in lists', async () => {
    const { endpoint, profile, email } = stranger;
    const { id } = await send(ada, [recipient('One', 1, { email })]);
    const seen = await getEnvelope(endpoint, id);
    expect(userCanSignNow(profile, seen)).toBe(true);
    expect(canAccessEnvelope(profile.id, seen)).toBe(true);
    expect(userCanCancelEnvelope(profile, seen)).toBe(false);
    expect(seen.recipients[0]?.in_app_key).toBeUndefined();
    await api.settle();
    const { envelopes } = await getEnvelopes(endpoint, { view: 'inbox' });
    expect(envelopes.map((one) => [one.id, isEnvelopeRecipient(profile.id, one)])).toEqual([[id, true]]);
    const owners = await getEnvelope(ada.endpoint, id);
    expect(isEnvelopeRecipient(profile.id, owners)).toBe(false);
  });
});

describe('an envelope of somebody else', () => {
  it('does not exist', async () => {
    const { id, documents } = await send(ada, [recipient('One')]);
    const document_id = documents?.[0]?.id ?? '';
    const outsider = (await join(api)).endpoint;
    const unknown = await refusal(getEnvelope(outsider, ada.profile.id));
    expect(await refusal(getEnvelope(outsider, id))).toEqual(unknown);
    const calls = [
      updateEnvelope(outsider, id, { name: 'Mine' }),
      cancelEnvelope(outsider, id),
      remindRecipient(outsider, id, 'One'),
      updateRecipient(outsider, id, 'One', { email: newEmail() }),
      getInPersonLink(outsider, id, 'One'),
      updateEnvelopeField(outsider, id, 'One', 'text of One', 'mine', true),
      getEnvelopesZip(outsider, [id]),
      getEnvelopeDocument(outsider, document_id),
      getEnvelopeDocumentDownloadLink(outsider, document_id),
      getEnvelopeDocumentPageDisplayUri(outsider, document_id, 1),
    ];
    expect(new Set((await Promise.all(calls.map(refusal))).map(({ status }) => status))).toEqual(new Set([404]));
    expect(await getEnvelopes(outsider)).toMatchObject({ count: 0, envelopes: [] });
  });
});
