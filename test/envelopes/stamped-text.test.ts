import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { textsOf } from '../pdf/tools.ts';
import { signaturePicture } from '../pictures.ts';
import { createSignature, ok, openSession, pdf, recipient, setField, signatureField } from '../stories/envelope.ts';
import { FIELDS } from '../stories/fields.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

/** Fields of every type, and a date whose format the sender chose. */
const fields = [
  ...FIELDS,
  {
    name: 'due',
    role_name: 'One',
    type: 'date',
    document_id: 0,
    page: 1,
    x: 72,
    y: 320,
    settings: { date_format: 'yyyy-MM-dd' },
  },
  signatureField('One'),
];

const VALUES = {
  town: 'Wien, 12/01/2026',
  notes: 'One\ntwo',
  pets: 'c',
  keys: true,
  yearly: true,
  born: '2026-12-01',
  due: '2026-12-01',
};

/** A text without spaces and marks of direction, which readers of files put and leave out as they like. */
const flat = (text: string): string => text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '');

/** Readers of files put the parts of a right-to-left line into an order of their own: then all words count. */
const expectIn = (text: string, part: string): void => {
  const parts = /\p{Script=Arabic}/u.test(part) ? (part.match(/[\p{L}\p{N}]+/gu) ?? []) : [part];
  for (const one of parts) expect(flat(text)).toContain(flat(one));
};

const fileOf = async (document_id: string): Promise<Uint8Array> =>
  (await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } })).bytes;

/** Sends to one recipient, who agrees with `locale` and `timezone`, and fills all fields. */
const filledBy = async (given: Record<string, string>, of: Record<string, string> = {}) => {
  const envelope = ok(
    await api.as(sender).createEnvelope({
      body: {
        name: 'Lease',
        documents: [{ name: 'a.pdf', data: pdf() }],
        recipients: [recipient('One', 1, of)],
        fields,
      },
    }),
  );
  const session = await openSession(api, envelope, 'One');
  const path = { envelope_id: envelope.id, role_name: 'One' };
  ok(await api.as(session).agreeRecipient({ path, body: { disclosures: 'Yes.', ...given } }));
  const answered: Record<string, Read<'updateRecipientField'>> = {};
  for (const [name, value] of Object.entries(VALUES)) answered[name] = ok(await setField(api, session, name, value));
  const form = new FormData();
  form.append('document', new Blob([Buffer.from(pdf(), 'base64')]), 'proof.pdf');
  const proof = { path: { ...path, field_name: 'proof' }, form };
  answered.proof = ok(await api.as(session).updateRecipientField(proof));
  const block = await createSignature(api, session);
  const picture = signaturePicture().toString('base64');
  const initial = ok(await api.as(session).createInitialsBlock({ body: { initial: picture } }));
  ok(await setField(api, session, 'signature-One', block));
  ok(await setField(api, session, 'initials', initial.id));
  return { envelope, session, path, answered };
};

describe('what a field answers as the text of its stamp', () => {
  test.each([
    ['en-GB', '1 Dec 2026', 'Attached'],
    ['de', '1. Dez. 2026', 'Angehängt'],
    ['ja', '2026年12月1日', '添付'],
    ['ar', '1 ديسمبر 2026', 'مرفق'],
  ])('is what the sealed document and the certificate have, in %s', async (locale, date, attached) => {
    const { envelope, session, path, answered } = await filledBy({ locale, timezone: 'Asia/Tokyo' });
    const texts = Object.fromEntries(Object.entries(answered).map(([name, field]) => [name, field.stamped_text]));
    expect(texts).toEqual({
      town: 'Wien, 12/01/2026',
      notes: 'One\ntwo',
      pets: 'A cat',
      keys: null,
      yearly: null,
      born: date,
      due: '2026-12-01',
      proof: `${attached}: \u2068proof.pdf\u2069`,
    });
    // The same in the envelope's answer, and on the page that the signer reviews.
    const { fields: read } = ok(await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } }));
    for (const { name, stamped_text } of read) if (name in texts) expect(stamped_text).toBe(texts[name]);
    const page = {
      path: { ...path, document_id: envelope.documents[0].id, page: 1 },
      query: { timezone: 'Asia/Tokyo' },
    };
    const reviewed = ok(await api.as(session).getReviewPage(page));
    expect(reviewed.written).toEqual({ locale, timezone: 'Asia/Tokyo' });
    const lines = reviewed.text.flatMap(({ lines: of }) => of.map(({ text }) => text)).join(' ');
    for (const text of Object.values(texts)) if (text) expectIn(lines, text);
    const at = reviewed.fields.find(({ name }) => name === 'at').stamped_text;
    expect(at).toMatch(/ UTC\+09:00$/);
    expectIn(lines, at);

    ok(await api.as(session).submitRecipient({ path, body: { locale: 'fr', timezone: 'Asia/Tokyo' } }));
    await api.settle();
    const done = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const sealed = await fileOf(done.documents.find(({ type }) => type === 'attachment').id);
    const certificate = await fileOf(done.documents.find(({ type }) => type === 'certificate').id);
    const signed_at = done.fields.find(({ name }) => name === 'at').stamped_text;
    for (const text of textsOf(sealed)) {
      for (const one of [...Object.values(texts), signed_at]) if (one) expectIn(text, one);
      expect(text.replaceAll('Wien, 12/01/2026', '')).not.toMatch(/\d\d?\/\d\d?\/\d{4}/);
    }
    for (const text of textsOf(certificate)) {
      for (const one of [date, '2026-12-01', signed_at]) expectIn(text, one);
    }
    const { events } = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const signed = events.find(({ event }) => event === 'recipient:signed');
    expect(signed.data.written).toEqual({ locale, timezone: 'Asia/Tokyo' });
  });

  test("is in the language that the sender gave, whatever the signer's browser says", async () => {
    const { answered, session, path } = await filledBy({ locale: 'en-US' }, { locale: 'de-AT' });
    expect(answered.born?.stamped_text).toBe('1. Dez. 2026');
    const { locale } = ok(await api.as(session).submitRecipient({ path, body: { locale: 'en-US' } }));
    expect(locale).toBe('de-AT');
  });
});

describe('a page that a signer reviews', () => {
  test("isn't shown to others, nor before the consent, and nothing of it is stored", async () => {
    const { envelope, session, path } = await filledBy({ locale: 'en-GB' });
    const page = { path: { ...path, document_id: envelope.documents[0].id, page: 1 } };
    const status = async (as: Parameters<Api['as']>[0], where: typeof page.path): Promise<number> =>
      (await api.as(as).getReviewPage({ path: where })).status;
    const other = ok(
      await api.as(sender).createEnvelope({
        body: {
          name: 'X',
          documents: [{ name: 'a.pdf', data: pdf() }],
          recipients: [recipient('One', 1), recipient('Two', 1)],
          fields: [signatureField('One'), signatureField('Two')],
        },
      }),
    );
    const stranger = await openSession(api, other, 'One');
    expect(await status(stranger, page.path)).toBe(404);
    expect(await status(stranger, { ...page.path, envelope_id: other.id })).toBe(400);
    expect(await status(stranger, { ...page.path, envelope_id: other.id, role_name: 'Two' })).toBe(404);
    expect(await status(sender, page.path)).toBe(401);
    expect(await status(session, { ...page.path, page: 2 })).toBe(404);
    expect(await status(session, { ...page.path, document_id: other.documents[0].id })).toBe(404);
    const { picture } = ok(await api.as(session).getReviewPage(page));
    expect(picture).toMatch(/^data:image\/png;base64,/);
    ok(await api.as(session).submitRecipient({ path, body: {} }));
    expect(await status(session, page.path)).toBe(400);
  });
});
