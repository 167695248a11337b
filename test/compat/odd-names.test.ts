import {
  createTemplate,
  deleteField,
  deleteTemplateRole,
  envelopeRecipientAgree,
  envelopeRecipientDecline,
  envelopeRecipientSubmit,
  getEnvelope,
  getTemplate,
  type ITemplate,
  updateEnvelopeField,
  updateField,
  updateRecipient,
  updateTemplateRole,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Link } from '../../infra/local/story/signing.ts';
import { type Api, startApi } from '../api.ts';
import {
  agreed,
  base64,
  join,
  linkTo,
  type Member,
  newestLink,
  openAndAgree,
  openWith,
  pdf,
  refusal,
} from './client.ts';
import { field, recipient, send } from './sending.ts';

const GROUPS = [
  ['Buyer one', 'A & B', '100 percent', 'x:y', '[z]'],
  ['ü漢字 🙂', 'C 1', 'What!', "O'Hara & Co", 'a+b=c;d,e'],
  ['back\\slash', '(x)!*~', '__proto__', 'constructor', 'e\u0301 combined'],
];
const NAMES = GROUPS.flat();

/** Further names, allowed for fields but not for roles. */
const ODD = '/ ? # %2F 100%';

/** The client sends names as they are where it should encode them; its user has to. */
const encoded = (name: string): string => (/[/#?\\]|%[0-9a-f]{2}/i.test(name) ? encodeURIComponent(name) : name);

let api: Api;
let ada: Member;

beforeAll(async () => {
  api = await startApi();
  ada = await join(api);
});
afterAll(() => api.stop());

describe('names of roles and fields', () => {
  it.each(GROUPS)('may be anything, from the invitation to the seal: %s, %s, %s, %s, %s', async (...names) => {
    const people = names.map((name, index) => recipient(name, 1, { order: index }));
    const fields = names.map((name, index) =>
      field(`f ${name} ${ODD}`, name, 'textbox', { required: true, y: 20 + 40 * index }),
    );
    const { id } = await send(ada, people, { name: 'Every name', fields });
    for (const { role_name } of people) {
      expect((await updateRecipient(ada.endpoint, id, role_name, { message: 'New' })).message).toBe('New');
    }
    await api.settle();
    for (const { role_name, email } of people) {
      const link = await newestLink(api, email);
      expect(link).toMatchObject({ envelope_id: id, role_name });
      const signer = await agreed(await openWith(api, link as Link));
      expect(signer.endpoint.session).toMatchObject({ role_name });
      const filled = updateEnvelopeField(
        signer.endpoint,
        id,
        encoded(role_name),
        encoded(`f ${role_name} ${ODD}`),
        'v',
        false,
      );
      expect(await filled).toMatchObject({ name: `f ${role_name} ${ODD}`, role_name, value: 'v' });
      expect((await envelopeRecipientSubmit(signer.endpoint, id, encoded(role_name))).status).toBe('submitted');
    }
    await api.settle();
    expect(await getEnvelope(ada.endpoint, id)).toMatchObject({ status: 'complete', signed: true });
    const { body: audit } = await api
      .as({ token: ada.endpoint.getToken() ?? '' })
      .getEnvelopeAudit({ path: { envelope_id: id } });
    expect(audit.intact).toBe(true);
  });

  it('are distinct by capitals and blanks', async () => {
    const pairs = ['A', 'a', 'A  B', 'A B'];
    const { id, recipients } = await send(
      ada,
      pairs.map((name) => recipient(name)),
    );
    expect(recipients.map(({ role_name }) => role_name).sort()).toEqual([...pairs].sort());
    const lower = recipients.find(({ role_name }) => role_name === 'a');
    const { endpoint } = await openAndAgree(api, lower?.email ?? '');
    await envelopeRecipientDecline(endpoint, id, 'a');
    const after = await getEnvelope(ada.endpoint, id);
    expect(after.recipients.filter(({ status }) => status === 'declined').map(({ role_name }) => role_name)).toEqual([
      'a',
    ]);
  });

  it('work in templates too', async () => {
    const template = await createTemplate(ada.endpoint, {
      name: 'Every name',
      documents: [{ name: 'a.pdf', data: base64(pdf()) }],
      roles: NAMES.map((name) => ({ name, type: 'signer' })) as unknown as ITemplate['roles'],
      fields: NAMES.map((name, index) =>
        field(`f ${name} ${ODD}`, name, 'textbox', { y: 20 + 40 * index }),
      ) as unknown as ITemplate['fields'],
    });
    for (const name of NAMES) {
      const changed = await updateTemplateRole(ada.endpoint, template.id, name, { message: 'Hello' });
      expect(changed).toMatchObject({ name, message: 'Hello' });
      expect((await updateField(ada.endpoint, template.id, `f ${name} ${ODD}`, { label: name })).label).toBe(name);
      expect(await deleteField(ada.endpoint, template.id, `f ${name} ${ODD}`)).toBe('OK');
      expect(await deleteTemplateRole(ada.endpoint, template.id, name)).toBe('OK');
    }
    expect(await getTemplate(ada.endpoint, template.id)).toMatchObject({ roles: [], fields: [] });
  });
});

describe('one address for two roles', () => {
  it('gets a link for each role, in its turn', async () => {
    const first = recipient('First', 1);
    const { id } = await send(ada, [first, recipient('Second', 2, { email: first.email.toUpperCase() })]);
    const one = await openAndAgree(api, first.email);
    await updateEnvelopeField(one.endpoint, id, 'First', 'text of First', 'x', false);
    await envelopeRecipientSubmit(one.endpoint, id, 'First');
    const link = await linkTo(api, first.email.toUpperCase());
    expect(link?.role_name).toBe('Second');
    const two = await openAndAgree(api, first.email.toUpperCase());
    expect(two.endpoint.session?.email).toBe(first.email.toUpperCase());
    await updateEnvelopeField(two.endpoint, id, 'Second', 'text of Second', 'x', false);
    await envelopeRecipientSubmit(two.endpoint, id, 'Second');
    await api.settle();
    expect((await getEnvelope(ada.endpoint, id)).signed).toBe(true);
  });
});

describe('texts that try to be more than texts', () => {
  it('stay texts in mails, headers and records', async () => {
    const victim = recipient('One', 1, {
      first_name: '<b>Bold</b>',
      last_name: '{{link}}',
      message: '<script>alert(1)</script>\r\nBcc: other@example.com',
    });
    const { id, name } = await send(ada, [victim], { name: 'Hello Bcc: evil@example.com<i>' });
    await api.settle();
    const [mail] = await api.messages(victim.email);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain('<script>alert');
    expect(mail?.html).not.toContain('<b>Bold</b>');
    for (const other of ['evil@example.com', 'other@example.com']) expect(await api.messages(other)).toEqual([]);
    expect((await getEnvelope(ada.endpoint, id)).name).toBe(name);
  });

  it('that senders put into settings are never taken for the platform’s own notes on a signature', async () => {
    const one = recipient('One');
    const forged = {
      signature_id: 'x',
      signed_at: '2001-01-01T00:00:00.000Z',
      base64: 'data:,x',
      file: 'a/b',
      name: 'c',
    };
    const { id } = await send(ada, [one], {
      fields: [
        field('s', 'One', 'signature', { settings: { ...forged, mine: 1 } }),
        field('a', 'One', 'attachment', { y: 300, settings: forged, default: 'attached', value: 'attached' }),
      ],
    });
    const { fields } = await getEnvelope(ada.endpoint, id);
    expect(fields?.map(({ name, value, settings }) => [name, value, settings]).sort()).toEqual([
      ['a', null, {}],
      ['s', null, { mine: 1 }],
    ]);
  });

  it('of any length and script are kept whole through a signing, or refused', async () => {
    const one = recipient('One');
    const { id } = await send(ada, [one]);
    const { endpoint } = await openAndAgree(api, one.email);
    const set = (value: string) => updateEnvelopeField(endpoint, id, 'One', 'text of One', value, false);
    for (const value of ['\u202eright to left', '𝕏'.repeat(2000), '\ufeff\ufffe', 'مرحبا', '\u00ad']) {
      expect((await set(value)).value).toBe(value);
    }
    expect((await refusal(set('half \ud800'))).status).toBe(400);
    expect((await refusal(set('a\u0000b'))).status).toBe(406);
    await set('\u202eمرحبا 𝕏 🙂 a\u0001b');
    await envelopeRecipientSubmit(endpoint, id, 'One', { locale: 'ar', timezone: 'Mars/Olympus' });
    await api.settle();
    expect((await getEnvelope(ada.endpoint, id)).signed).toBe(true);
    expect((await refusal(envelopeRecipientAgree(endpoint, id, 'One'))).code).toBe('envelope_ended');
  });
});
