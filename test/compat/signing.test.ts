import {
  createInitials,
  createSignature,
  deleteEnvelopeFieldAttachment,
  downloadEnvelopeDocument,
  envelopeRecipientAgree,
  envelopeRecipientDecline,
  envelopeRecipientSubmit,
  getCombinedEnvelopeDocumentDownloadLink,
  getEnvelope,
  getEnvelopeDocument,
  getEnvelopeDocumentDownloadLink,
  getEnvelopeDocumentPageDisplayUri,
  getEnvelopeDocumentPreviewLink,
  getEnvelopeFile,
  getEnvelopes,
  getEnvelopesZip,
  getInPersonLink,
  getMyRecipient,
  getRecipientsWithActions,
  type IEnvelope,
  type IEnvelopeField,
  type ISigningSession,
  isFieldFilled,
  isFieldValid,
  sortDocuments,
  sortFields,
  sortRecipients,
  startSigningSession,
  updateEnvelopeField,
  uploadEnvelopeFieldAttachment,
} from '@verdocs/js-sdk';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, submit } from '../../infra/local/story/signing.ts';
import { type Api, startApi } from '../api.ts';
import {
  adoptSignature,
  base64,
  endpointOf,
  follow,
  forFiles,
  isPdf,
  join,
  linkTo,
  type Member,
  newEmail,
  openAndAgree,
  openLink,
  openWith,
  pdf,
  picture,
  pngSize,
  refusal,
  type Signer,
} from './client.ts';
import { field, recipient, send } from './sending.ts';

let api: Api;
let ada: Member;

beforeAll(async () => {
  api = await startApi();
  ada = await join(api);
});
afterAll(() => api.stop());

const statuses = ({ recipients }: IEnvelope) => recipients.map(({ role_name, status }) => [role_name, status]);

/** The signer fills the one text that `send` gives every signer, and submits. */
const sign = async (signer: Signer) => {
  await fill(signer.caller, signer, `text of ${signer.role_name}`, 'Agreed');
  return submit(signer.caller, signer);
};

describe('a signing session', () => {
  it('has the claims that clients read, and opens the envelope at its first use', async () => {
    const one = recipient('Buyer one', 1, { email: newEmail("Mixed.Case+o'hara") });
    const { id } = await send(ada, [one]);
    const { endpoint, session } = await openLink(api, one.email);
    expect(endpoint.session).toMatchObject({
      session_type: 'signing',
      key_type: 'email',
      aud: expect.any(String),
      iss: expect.any(String),
      sub: expect.any(String),
      email: one.email,
      profile_id: session.recipient.profile_id,
      envelope_id: id,
      role_name: 'Buyer one',
    });
    expect(session).toMatchObject({ signatures: [], initials: [], brand: { name: 'Compagnie 漢字' } });
    expect(session.recipient).toMatchObject({ status: 'opened', auth_step: null, agreed: false, claimed: true });
    expect(session.envelope).toMatchObject({ id, status: 'in progress' });
    expect(session.envelope.history_entries?.at(-1)).toMatchObject({
      event: 'recipient:opened',
      event_detail: 'email',
      role_name: 'Buyer one',
    });
    expect(getMyRecipient(endpoint.session, session.envelope)?.role_name).toBe('Buyer one');
    expect((await getEnvelope(endpoint, id)).recipients.every((person) => !('in_app_key' in person))).toBe(true);
  });

  it('can be decoded by the client for any role name and address', async () => {
    for (const role of ['漢字 >~ÿ', '🙂🙃', '>>>', 'ÿ']) {
      const { id, recipients } = await send(ada, [recipient(role)], { no_contact: true });
      const { endpoint } = await openWith(api, {
        envelope_id: id,
        role_name: role,
        key: recipients[0]?.in_app_key ?? '',
      });
      expect(endpoint.session).toMatchObject({ role_name: role, key_type: 'in_app' });
    }
  });

  it('opens only with the key of this role, and not before its turn', async () => {
    const [one, two] = [recipient('One'), recipient('Two', 2)];
    const { id, recipients } = await send(ada, [one, two]);
    const { key = '' } = (await linkTo(api, one.email)) ?? {};
    const start = (envelope_id: string, role: string, secret: string) =>
      refusal(startSigningSession(endpointOf(api), envelope_id, role, secret));
    const unknown = await start(id, 'One', 'invented');
    expect(unknown).toMatchObject({ status: 404 });
    expect(await start(id, 'Two', key)).toEqual(unknown);
    expect(await start(ada.profile.id, 'One', key)).toEqual(unknown);
    const waiting = recipients.find(({ role_name }) => role_name === 'Two')?.in_app_key ?? '';
    expect(await start(id, 'Two', waiting)).toMatchObject({ status: 400, code: 'not_your_turn' });
  });

  it('sees and fills only the recipient’s own fields', async () => {
    const [one, two] = [recipient('One'), recipient('Two')];
    const { id } = await send(ada, [one, two]);
    const other = await send(ada, [recipient('One')]);
    const { endpoint } = await openAndAgree(api, one.email);
    const calls = [
      updateEnvelopeField(endpoint, id, 'Two', 'text of Two', 'x', false),
      updateEnvelopeField(endpoint, id, 'One', 'text of Two', 'x', false),
      envelopeRecipientAgree(endpoint, id, 'Two'),
      envelopeRecipientSubmit(endpoint, id, 'Two'),
      envelopeRecipientDecline(endpoint, id, 'Two'),
      getEnvelope(endpoint, other.id),
      getEnvelopeDocument(endpoint, other.documents?.[0]?.id ?? ''),
      envelopeRecipientSubmit(endpoint, other.id, 'One'),
    ];
    const refused = await Promise.all(calls.map(refusal));
    expect(refused.map(({ status }) => status)).toEqual(calls.map(() => 404));
    expect((await refusal(getEnvelopes(endpoint))).status).toBe(401);
  });

  it('is opened in person by the owner, whose key and token both begin it', async () => {
    const { id } = await send(ada, [recipient('One'), recipient('Two')]);
    const made = await getInPersonLink(ada.endpoint, id, 'One');
    expect(made.access_key).toMatchObject({ type: 'in_person_link', role_name: 'One', envelope_id: id });
    expect(made.link).toBe(`${new URL(made.link).origin}/sign/${id}/One/${made.access_key.key}`);
    expect(made.recipient).toMatchObject({ role_name: 'One', status: 'invited' });
    const direct = endpointOf(api).setToken(made.access_token, 'signing');
    expect((direct.session as ISigningSession).key_type).toBe('in_person_link');
    expect(await envelopeRecipientAgree(direct, id, 'One')).toMatchObject({ status: 'opened', agreed: true });
    expect((await getEnvelope(direct, id)).status).toBe('in progress');
    const { session } = await openWith(api, { envelope_id: id, role_name: 'One', key: made.access_key.key });
    expect(session.recipient).toMatchObject({ status: 'opened', agreed: true });
    const history = (await getEnvelope(ada.endpoint, id)).history_entries ?? [];
    expect(history.slice(-3).map(({ event, event_detail }) => [event, event_detail])).toEqual([
      ['owner:get_in_person_link', 'in_person_link'],
      ['recipient:opened', 'in_person_link'],
      ['recipient:agreed', ''],
    ]);
  });
});

describe('fields', () => {
  const options = [
    { id: 'o-1', label: 'One' },
    { id: 'o-2', label: 'Zwei' },
  ];
  const layout = [
    field('my signature', 'Buyer one', 'signature', { required: true, y: 700 }),
    field('my initials', 'Buyer one', 'initial', { required: true, y: 640 }),
    field('text', 'Buyer one', 'textbox', { required: true, y: 600 }),
    field('mail', 'Buyer one', 'textbox', { validator: 'email', y: 560 }),
    field('area', 'Buyer one', 'textarea', { y: 500 }),
    field('box', 'Buyer one', 'checkbox', { required: true, y: 460 }),
    field('left', 'Buyer one', 'radio', { required: true, group: 'side', y: 420 }),
    field('right', 'Buyer one', 'radio', { required: true, group: 'side', x: 100, y: 420 }),
    field('choice', 'Buyer one', 'dropdown', { required: true, options, y: 380 }),
    field('day', 'Buyer one', 'date', { required: true, y: 340 }),
    field('when', 'Buyer one', 'timestamp', { required: true, y: 300 }),
    field('file', 'Buyer one', 'attachment', { required: true, y: 260 }),
    field('fixed', 'Buyer one', 'textbox', { readonly: true, default: 'As it is', y: 180 }),
    field('pre-set', 'Buyer one', 'checkbox', { default: 'true', y: 140, page: 2 }),
  ];

  let signer: Signer;
  let id: string;

  beforeAll(async () => {
    const one = recipient('Buyer one');
    ({ id } = await send(ada, [one], { fields: layout }));
    signer = await openLink(api, one.email);
  });

  const set = (name: string, value: unknown) =>
    updateEnvelopeField(signer.endpoint, id, signer.role_name, name, value as string, false);
  const read = async (): Promise<IEnvelopeField[]> => (await getEnvelope(signer.endpoint, id)).fields ?? [];
  const currentOf = async (name: string) => (await read()).find((one) => one.name === name)?.value;

  it('can’t be filled before the disclosures are accepted', async () => {
    expect(await refusal(set('text', 'early'))).toMatchObject({ status: 400, code: 'not_agreed' });
    const submit = envelopeRecipientSubmit(signer.endpoint, id, signer.role_name);
    expect(await refusal(submit)).toMatchObject({ status: 400, code: 'not_agreed' });
    const place = { locale: 'de-AT', timezone: 'Europe/Vienna' };
    const agreed = await envelopeRecipientAgree(signer.endpoint, id, signer.role_name, '<ul>Agree</ul>', place);
    expect(agreed).toMatchObject({ agreed: true, disclosures: '<ul>Agree</ul>', ...place });
    const again = await envelopeRecipientAgree(signer.endpoint, id, signer.role_name, undefined, { locale: null });
    expect(again.disclosures_accepted_at).toBe(agreed.disclosures_accepted_at);
  });

  it('start with the values that were sent', async () => {
    const fields = await read();
    const filled = fields.filter((one) => isFieldFilled(one, fields)).map(({ name }) => name);
    expect(filled.sort()).toEqual(['fixed', 'pre-set', 'when']);
    expect(await currentOf('choice')).toBe('');
    expect(await currentOf('text')).toBeNull();
    expect(await currentOf('pre-set')).toBe('true');
  });

  it('for signatures and initials take blocks of their kind, and show the picture', async () => {
    const signature = await createSignature(signer.endpoint, 'signature.png', picture());
    const initials = await createInitials(signer.endpoint, 'initials.png', picture());
    const { profile_id } = signer.endpoint.session as ISigningSession;
    const block = {
      id: expect.any(String),
      profile_id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect([signature, initials]).toEqual([
      { ...block, deleted_at: null },
      { ...block, deleted_at: null },
    ]);
    expect(await set('my signature', signature.id)).toMatchObject({
      name: 'my signature',
      role_name: 'Buyer one',
      type: 'signature',
      value: 'signed',
      prepared: false,
      settings: {
        base64: expect.stringMatching(/^data:image\/png;base64,/),
        signature_id: signature.id,
        signed_at: expect.any(String),
      },
    });
    expect(await set('my initials', initials.id)).toMatchObject({
      value: 'initialed',
      settings: { signature_id: initials.id },
    });
    expect(await set('my signature', null)).toMatchObject({ value: null, settings: {} });
    for (const wrong of [initials.id, ada.profile.id, 'signed', true]) {
      expect((await refusal(set('my signature', wrong))).status).toBe(406);
    }
    await set('my signature', signature.id);
    const shown = (await read()).find(({ name }) => name === 'my signature');
    expect(shown?.settings?.base64).toMatch(/^data:image\/png;base64,/);
    const { session } = await openWith(api, signer);
    expect(session.signatures?.map((one) => one.id)).toEqual([signature.id]);
    expect(session.initials?.map((one) => one.id)).toEqual([initials.id]);
  });

  it.each<[string, unknown, string | null]>([
    ['text', 'Hällo 漢字 🙂', 'Hällo 漢字 🙂'],
    ['text', '', null],
    ['text', 'Done', 'Done'],
    ['mail', 'ada@example.com', 'ada@example.com'],
    ['area', 'two\nlines', 'two\nlines'],
    ['box', false, 'false'],
    ['box', 'false', 'false'],
    ['box', 'true', 'true'],
    ['box', true, 'true'],
    ['choice', 'o-1', 'o-1'],
    ['choice', '', ''],
    ['choice', 'o-2', 'o-2'],
    ['day', '2026-02-28', '02/28/2026'],
    ['day', '1/2/2026', '01/02/2026'],
    ['day', '12/31/2026', '12/31/2026'],
    ['when', null, null],
  ])('%s takes %j as %j', async (name, value, stored) => {
    const updated = await set(name, value);
    expect(updated).toMatchObject({ name, envelope_id: id, role_name: 'Buyer one', value: stored });
    expect(await currentOf(name)).toBe(stored);
  });

  it.each<[string, unknown]>([
    ['text', 'x'.repeat(100_000)],
    ['text', { deep: true }],
    ['mail', 'no address'],
    ['box', 'perhaps'],
    ['left', 'yes'],
    ['choice', 'Zwei'],
    ['day', '2026-02-30'],
    ['day', 'tomorrow'],
    ['when', '2001-01-01T00:00:00.000Z'],
    ['file', 'attached'],
  ])('%s refuses what is no value of its type (%#)', async (name, value) => {
    const before = await currentOf(name);
    expect((await refusal(set(name, value))).status).toBe(406);
    expect(await currentOf(name)).toBe(before);
  });

  it('of one radio group exclude each other', async () => {
    expect((await set('left', true)).value).toBe('true');
    expect((await set('right', true)).value).toBe('true');
    expect([await currentOf('left'), await currentOf('right')]).toEqual(['false', 'true']);
  });

  it('that are read-only stay as they are', async () => {
    expect(await refusal(set('fixed', 'changed'))).toMatchObject({ status: 400, code: 'field_readonly' });
    expect((await refusal(set('unknown', 'x'))).status).toBe(404);
  });

  it('of attachments take a file, give it up, and take another', async () => {
    const { endpoint, role_name } = signer;
    const upload = (name: string, text: string) => {
      const progress: number[] = [];
      const file = new File([text && `%PDF-1.7 ${text}`], name, { type: 'application/pdf' });
      return uploadEnvelopeFieldAttachment(endpoint, id, role_name, 'file', file, (percent) =>
        progress.push(percent),
      ).then((answer) => ({ answer, progress }));
    };
    const { answer, progress } = await upload('Reise páss.pdf', 'first');
    expect(answer).toMatchObject({ value: 'attached', settings: { name: 'Reise páss.pdf', size: 14 } });
    expect(JSON.stringify(answer)).not.toContain(ada.profile.organization_id);
    expect(progress.at(-1)).toBe(100);
    expect(await deleteEnvelopeFieldAttachment(endpoint, id, role_name, 'file')).toMatchObject({
      value: null,
      settings: {},
    });
    expect(await currentOf('file')).toBeNull();
    expect((await refusal(upload('empty.pdf', ''))).status).toBe(406);
    await upload('../../second?.pdf', 'second');
    expect(await currentOf('file')).toBe('attached');
  });

  it('are all valid in the end according to the client, and sorted as it sorts them', async () => {
    await set('text', 'Done');
    const fields = await read();
    for (const one of fields) expect([one.name, Boolean(isFieldValid(one, fields))]).toEqual([one.name, true]);
    const onFirst = fields.filter(({ page }) => page === 1).map(({ name }) => name);
    expect(sortFields([...fields].reverse()).slice(0, onFirst.length)).toMatchObject(onFirst.map((name) => ({ name })));
  });

  it('are final once submitted; the time stamp is the platform’s', async () => {
    const { endpoint, role_name } = signer;
    const submitted = await envelopeRecipientSubmit(endpoint, id, role_name, {
      locale: 'en-US',
      timezone: 'America/New_York',
    });
    expect(submitted).toMatchObject({ status: 'submitted', role_name, timezone: 'America/New_York' });
    expect(await refusal(set('text', 'late'))).toMatchObject({ status: 400 });
    const stamped = await currentOf('when');
    expect(Math.abs(new Date(stamped ?? 0).getTime() - Date.now())).toBeLessThan(60_000);
    await api.settle();
    const files = await getEnvelopesZip(forFiles(api, ada.endpoint), [id]);
    const names = Object.keys(unzipSync(new Uint8Array(await files.data.arrayBuffer())));
    expect(names.some((name) => name.endsWith('second_.pdf'))).toBe(true);
  });
});

describe('submitting', () => {
  it('names the required fields that are missing, even if the client checked them', async () => {
    const one = recipient('One');
    const { id } = await send(ada, [one], {
      fields: [field('a', 'One', 'textbox', { required: true }), field('b', 'One', 'textbox', { y: 300 })],
    });
    const { endpoint } = await openAndAgree(api, one.email);
    const { status, error } = await refusal(envelopeRecipientSubmit(endpoint, id, 'One'));
    expect([status, error]).toEqual([400, expect.stringContaining(' a.')]);
    await updateEnvelopeField(endpoint, id, 'One', 'a', '   ', false);
    expect((await refusal(envelopeRecipientSubmit(endpoint, id, 'One'))).code).toBe('fields_missing');
    await updateEnvelopeField(endpoint, id, 'One', 'a', 'now', false);
    expect((await envelopeRecipientSubmit(endpoint, id, 'One')).status).toBe('submitted');
    expect((await envelopeRecipientSubmit(endpoint, id, 'One')).status).toBe('submitted');
    const after = await openLink(api, one.email);
    expect(after.session.recipient.status).toBe('submitted');
  });
});

describe('declining', () => {
  it('ends the envelope for everybody, and notifies the sender', async () => {
    const [one, two] = [recipient('One'), recipient('Two')];
    const { id } = await send(ada, [one, two]);
    const [first, second] = [await openLink(api, one.email), await openAndAgree(api, two.email)];
    expect(await envelopeRecipientDecline(first.endpoint, id, 'One')).toMatchObject({ status: 'declined' });
    expect(await getEnvelope(ada.endpoint, id)).toMatchObject({ status: 'declined' });
    const late = envelopeRecipientSubmit(second.endpoint, id, 'Two');
    expect(await refusal(late)).toMatchObject({ status: 400, code: 'envelope_ended' });
    expect((await openLink(api, one.email)).session.recipient.status).toBe('declined');
    await api.settle();
    expect((await api.messages(ada.email))[0]?.subject).toContain('declined');
  });
});

describe('the whole journey', () => {
  it('of two in sequence, an approver beside the second, and a copy at the end', async () => {
    const buyer = recipient('Buyer', 1);
    const seller = recipient('Seller', 2);
    const boss = recipient('The boss', 2, { type: 'approver', order: 2 });
    const copy = recipient('Copy', 9, { type: 'cc' });
    const documents = [
      { name: 'bill ünï (1).pdf', data: base64(pdf(2)), order: 1 },
      { name: 'annex.pdf', data: base64(pdf()), order: 0 },
    ];
    const fields = [
      field('buyer signs', 'Buyer', 'signature', { required: true, document_id: 0 }),
      field('seller signs', 'Seller', 'signature', { required: true, document_id: 1 }),
    ];
    const name = 'Sale / of 🙂 car';
    const { id } = await send(ada, [copy, boss, seller, buyer], { name, documents, fields });
    const state = () => getEnvelope(ada.endpoint, id);
    const first = await state();
    expect(first.recipients.map(({ role_name }) => role_name)).toEqual(['Buyer', 'Seller', 'The boss', 'Copy']);
    expect(sortRecipients([...first.recipients].reverse())).toEqual(first.recipients);
    expect(sortDocuments([...(first.documents ?? [])].reverse())).toEqual(first.documents);
    const bill = first.documents?.find((one) => one.name === 'bill ünï (1).pdf')?.id ?? '';

    const one = await openAndAgree(api, buyer.email);
    const filled = () => getEnvelopeDocumentPageDisplayUri(one.endpoint, bill, 1, 'filled');
    const unsigned = await filled();
    expect(await pngSize(unsigned)).toMatchObject({ width: expect.any(Number) });
    const block = await adoptSignature(one);
    await updateEnvelopeField(one.endpoint, id, 'Buyer', 'buyer signs', block, false);
    expect(await linkTo(api, seller.email)).toBeUndefined();
    await envelopeRecipientSubmit(one.endpoint, id, 'Buyer');
    const signedPage = await filled();
    expect(new URL(signedPage).pathname).not.toBe(new URL(unsigned).pathname);
    expect((await follow(signedPage)).bytes).not.toEqual((await follow(unsigned)).bytes);

    expect(statuses(await state())).toEqual([
      ['Buyer', 'submitted'],
      ['Seller', 'invited'],
      ['The boss', 'invited'],
      ['Copy', 'pending'],
    ]);
    expect(getRecipientsWithActions(await state())[0]?.role_name).toBe('Seller');
    await api.settle();
    expect((await getEnvelopes(ada.endpoint, { view: 'waiting', q: 'of 🙂 car' })).count).toBe(1);

    const [two, three] = [await openAndAgree(api, seller.email), await openAndAgree(api, boss.email)];
    await updateEnvelopeField(two.endpoint, id, 'Seller', 'seller signs', await adoptSignature(two), false);
    await Promise.all([
      envelopeRecipientSubmit(two.endpoint, id, 'Seller'),
      envelopeRecipientSubmit(three.endpoint, id, encodeURIComponent('The boss')),
    ]);
    await api.settle();

    const done = await state();
    expect(done).toMatchObject({ status: 'complete', signed: true });
    expect(done.documents?.map(({ type, signed }) => [type, signed])).toEqual([
      ['attachment', true],
      ['attachment', true],
      ['certificate', true],
    ]);
    expect(done.recipients.every(({ status }) => status === 'submitted')).toBe(true);
    expect((await getEnvelopes(ada.endpoint, { view: 'completed', q: 'of 🙂 car' })).count).toBe(1);
    for (const { email } of [buyer, seller, boss, copy, ada]) {
      expect((await api.messages(email)).filter(({ subject }) => subject.includes(name)).length).toBeGreaterThan(0);
    }

    const copied = await openLink(api, copy.email);
    expect(copied.session).toMatchObject({ envelope: { status: 'complete', signed: true }, recipient: { type: 'cc' } });
    const sealed = await follow(await getEnvelopeDocumentDownloadLink(copied.endpoint, bill));
    expect(isPdf(sealed.bytes)).toBe(true);
  });

  it('of two in parallel ends with documents for everybody who took part', async () => {
    const [one, two] = [recipient('One'), recipient('Two')];
    const { id } = await send(ada, [one, two], { name: 'Both, (2) ünï' });
    const signers = [await openAndAgree(api, one.email), await openAndAgree(api, two.email)];
    await Promise.all(signers.map(sign));
    await api.settle();
    const done = await getEnvelope(ada.endpoint, id);
    const [document, certificate] = done.documents ?? [];
    expect(done.history_entries?.filter(({ event }) => event === 'envelope:completed')).toHaveLength(1);

    for (const endpoint of [ada.endpoint, signers[0]?.endpoint ?? ada.endpoint]) {
      const files = forFiles(api, endpoint);
      for (const { id: document_id = '', size } of [document, certificate].filter((item) => item !== undefined)) {
        expect(await getEnvelopeDocument(endpoint, document_id)).toMatchObject({ id: document_id, signed: true, size });
        const downloaded: Blob = await downloadEnvelopeDocument(files, document_id);
        expect(downloaded).toMatchObject({ type: 'application/pdf', size });
        expect(((await getEnvelopeFile(files, document_id)) as Blob).size).toBe(size);
        const bytes = new Uint8Array(await downloaded.arrayBuffer());
        const download = await follow(await getEnvelopeDocumentDownloadLink(endpoint, document_id));
        expect(download.bytes).toEqual(bytes);
        expect(download.disposition).toMatch(/^attachment/);
        const preview = await follow(await getEnvelopeDocumentPreviewLink(endpoint, document_id));
        expect(preview).toMatchObject({ status: 200, type: 'application/pdf', bytes });
        expect(preview.disposition).toMatch(/^inline/);
        const combined = await follow(await getCombinedEnvelopeDocumentDownloadLink(endpoint, document_id));
        expect(combined).toMatchObject({ status: 200, type: 'application/pdf' });
        expect(isPdf(combined.bytes)).toBe(true);
      }
      const images = [
        await getEnvelopeDocumentPageDisplayUri(endpoint, document?.id ?? '', 2),
        await getEnvelopeDocumentPageDisplayUri(endpoint, document?.id ?? '', 1, 'filled'),
        await getEnvelopeDocumentPageDisplayUri(endpoint, certificate?.id ?? '', 1, 'certificate'),
      ];
      for (const image of images) expect((await pngSize(image)).width).toBeGreaterThan(100);
    }
    const wrong = [
      getEnvelopeDocumentPageDisplayUri(ada.endpoint, document?.id ?? '', 1, 'certificate'),
      getEnvelopeDocumentPageDisplayUri(ada.endpoint, document?.id ?? '', 3),
      getEnvelopeDocumentPageDisplayUri(ada.endpoint, certificate?.id ?? '', 99, 'certificate'),
    ];
    expect((await Promise.all(wrong.map(refusal))).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is packed into a ZIP with a folder for each envelope, for those who may see it', async () => {
    const member = await join(api);
    const one = recipient('One', 1, { email: member.email });
    const [first, second] = [await send(ada, [one], { name: 'x'.repeat(200) }), await send(ada, [recipient('One')])];
    const { data, headers } = await getEnvelopesZip(forFiles(api, ada.endpoint), [first.id, second.id]);
    expect(headers['content-type']).toBe('application/zip');
    const folders = Object.keys(unzipSync(new Uint8Array(await data.arrayBuffer()))).map((path) => path.split('/'));
    expect(folders.map(([, name]) => name)).toEqual(['bill.pdf', 'bill.pdf']);
    expect(new Set(folders.map(([folder]) => folder)).size).toBe(2);
    const single = await getEnvelopesZip(forFiles(api, ada.endpoint), [second.id]);
    expect(Object.keys(unzipSync(new Uint8Array(await single.data.arrayBuffer())))[0]).toMatch(
      /^Bill of sale .*\/bill\.pdf$/,
    );
    expect((await getEnvelopesZip(forFiles(api, member.endpoint), [first.id])).status).toBe(200);
    expect((await refusal(getEnvelopesZip(member.endpoint, [second.id]))).status).toBe(404);
  });
});
