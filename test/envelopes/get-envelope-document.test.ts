import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, fill } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  pdf,
  recipient,
  sendEnvelope,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let open: Envelope;
let done: Envelope;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  open = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)], {
    documents: [{ name: 'Straße & "Co".pdf', data: pdf(2) }],
  });
  const completed = await sendEnvelope(api, sender, [recipient('One', 1)], {
    documents: [
      { name: 'first.pdf', data: pdf(1) },
      { name: 'second.pdf', data: pdf(2) },
    ],
  });
  await sign(api, completed, 'One');
  await api.settle();
  done = ok(await api.as(sender).getEnvelope({ path: { envelope_id: completed.id } }));
});
afterAll(() => api.stop());

const get = (document_id: string | undefined, query: Record<string, string | boolean> = {}, session: object = sender) =>
  api.as(session).getEnvelopeDocument({ path: { document_id: document_id ?? '' }, query });
const page = (document_id: string | undefined, variant: string, number: number, session: object = sender) =>
  api.as(session).getEnvelopeDocumentPage({ path: { document_id: document_id ?? '', variant, page: String(number) } });
const load = async (link: string) => {
  const answer = await fetch(link);
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
};

describe('a document', () => {
  it('is described by its record, with the sizes of its pages by number', async () => {
    expect(ok(await get(open.documents[0]?.id))).toMatchObject({
      type: 'attachment',
      pages: 2,
      mime: 'application/pdf',
      signed: false,
      page_sizes: { 1: { width: 612, height: 792 }, 2: { width: 612, height: 792 } },
    });
  });

  it('comes as bytes, as a download link and as a preview link that needs no token', async () => {
    const [document] = open.documents;
    const file = await get(document?.id, { type: 'file' });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    for (const [type, disposition] of [
      ['download', 'attachment'],
      ['preview', 'inline'],
    ] as const) {
      const answer = await get(document?.id, { type });
      expect(answer.headers.get('content-type')).toContain('text/plain');
      const loaded = await load(String(answer.body));
      expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(loaded.headers.get('content-disposition')).toContain(disposition);
      expect(Buffer.compare(loaded.bytes, file.bytes)).toBe(0);
    }
  });

  it('is the sealed one once the envelope is complete, and the certificate is one of them', async () => {
    expect(done.documents.map(({ type }) => type)).toEqual(['attachment', 'attachment', 'certificate']);
    for (const { id } of done.documents) expectSealed((await get(id, { type: 'file' })).bytes);
  });

  it('comes combined with the others and the certificate', async () => {
    const { bytes } = await get(done.documents[0]?.id, { type: 'file', combined: true });
    const { PDF } = await import('@libpdf/core');
    const pages = done.documents.reduce((sum, one) => sum + one.pages, 0);
    expect((await PDF.load(bytes)).getPageCount()).toBe(pages);
  });

  it('redirects to a link if it, or its ZIP, is too large for an answer', async () => {
    // Incompressible, so that it stays large whatever is done to it.
    const noise = Buffer.from(Array.from({ length: 5_000_000 }, (_, at) => ((at * 2654435761) >>> 13) & 255)).toString(
      'latin1',
    );
    const objects = { ...pagesOf(LETTER), 20: `<< /Length ${noise.length} >>\nstream\n${noise}\nendstream` };
    const made = ok(
      await api
        .as(sender)
        .createUpload({ body: { name: 'big.pdf', size: withTable(objects).length, mime: 'application/pdf' } }),
    );
    expect(
      (await fetch(made.url, { method: 'PUT', headers: made.headers, body: Buffer.from(withTable(objects)) })).status,
    ).toBe(200);
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], {
      documents: [{ data: made.id, name: 'big.pdf' }],
    });
    const answer = await get(envelope.documents[0]?.id, { type: 'file' });
    expect(answer.status).toBe(302);
    expect((await load(answer.headers.get('location') ?? '')).bytes.length).toBeGreaterThan(4_400_000);
    const zip = await api.as(sender).getEnvelopesZip({ path: { ids: envelope.id } });
    expect(zip.status).toBe(302);
    const files = unzipSync((await load(zip.headers.get('location') ?? '')).bytes);
    expect(Object.keys(files)).toEqual([expect.stringMatching(/big\.pdf$/)]);
  });

  it('is shown to its recipients, and to nobody else', async () => {
    const session = await openSession(api, open, 'One');
    expect((await get(open.documents[0]?.id, { type: 'file' }, session)).status).toBe(200);
    const foreign = await get(done.documents[0]?.id, {}, session);
    const unknown = await get('0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', {}, session);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const stranger = await api.signUp();
    expect((await get(done.documents[0]?.id, { type: 'download' }, stranger)).status).toBe(404);
    expect((await page(done.documents[0]?.id, 'filled', 1, stranger)).status).toBe(404);
  });
});

describe('a page’s image', () => {
  const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(1, 4)).toString() === 'PNG';

  it('is a plain link to a PNG, the same for as long as the picture is', async () => {
    const first = await page(open.documents[0]?.id, 'original', 2);
    expect(first.headers.get('content-type')).toContain('text/plain');
    const loaded = await load(first.body);
    expect([loaded.headers.get('content-type'), isPng(loaded.bytes)]).toEqual(['image/png', true]);
    const again = await page(open.documents[0]?.id, 'original', 2);
    expect(new URL(again.body).pathname).toBe(new URL(first.body).pathname);
  });

  it('shows the values that recipients have submitted, with a new address for each new picture', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)]);
    const path = async () => new URL((await page(envelope.documents[0]?.id, 'filled', 1)).body).pathname;
    const before = await path();
    const picture = await load((await page(envelope.documents[0]?.id, 'filled', 1)).body);
    await sign(api, envelope, 'One');
    expect(await path()).not.toBe(before);
    const after = await load((await page(envelope.documents[0]?.id, 'filled', 1)).body);
    expect(Buffer.compare(after.bytes, picture.bytes)).not.toBe(0);
  });

  it('exists for pages of the certificate, and not for unknown pages and variants', async () => {
    const certificate = done.documents.find(({ type }) => type === 'certificate');
    expect(isPng((await load((await page(certificate?.id, 'certificate', 1)).body)).bytes)).toBe(true);
    const wrong = [
      page(certificate?.id, 'original', 1),
      page(done.documents[0]?.id, 'certificate', 1),
      page(done.documents[0]?.id, 'original', 9),
    ];
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await page(done.documents[0]?.id, 'negative', 1)).status).toBe(406);
    expect((await page(done.documents[0]?.id, 'original', 0)).status).toBe(406);
  });
});

describe('a ZIP', () => {
  it('contains every document, each envelope in a folder', async () => {
    const one = await api.as(sender).getEnvelopesZip({ path: { ids: done.id } });
    expect(one.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(one.bytes);
    const folder = `An envelope ${done.id.slice(-8)}`;
    expect(Object.keys(files).sort()).toEqual(
      ['An envelope – certificate.pdf', 'first – signed.pdf', 'second – signed.pdf'].map((name) => `${folder}/${name}`),
    );
    expectSealed(files[`${folder}/first – signed.pdf`] ?? new Uint8Array());
    const several = unzipSync((await api.as(sender).getEnvelopesZip({ path: { ids: `${done.id},${open.id}` } })).bytes);
    expect(new Set(Object.keys(several).map((name) => name.split('/')[0])).size).toBe(2);
  });

  it('is answered as a link where a page asks for one', async () => {
    const path = { ids: done.id };
    const link = await api.as(sender).getEnvelopesZip({ path, query: { type: 'download' } });
    expect(link.headers.get('content-type')).toMatch('text/plain');
    const bytes = new Uint8Array(await (await fetch(String(ok(link)))).arrayBuffer());
    expect(Object.keys(unzipSync(bytes))).toHaveLength(3);
  });

  it('has for a recipient the documents, and what the recipient attached, but nothing of others', async () => {
    const [ada, grace] = [await api.signUp(), await api.signUp()];
    const attach = (role: string) => ({ ...signatureField(role, `paper${role}`), type: 'attachment' });
    const fields = ['One', 'Two'].flatMap((role) => [signatureField(role), attach(role)]);
    const people = [recipient('One', 1, { email: ada.email }), recipient('Two', 1, { email: grace.email })];
    const envelope = await sendEnvelope(api, sender, people, { fields });
    for (const role_name of ['One', 'Two']) {
      const signer = await openSession(api, envelope, role_name);
      await agree(api, signer);
      const form = new FormData();
      form.append('document', new File(['%PDF-1.7 my passport'], 'passport.pdf'));
      const path = { envelope_id: envelope.id, role_name, field_name: `paper${role_name}` };
      ok(await api.as(signer).updateRecipientField({ path, form }));
      await fill(api, signer, `signature-${role_name}`, await createSignature(api, signer));
      ok(await submit(api, signer));
    }
    const namesFor = async (person: object) => {
      const { bytes } = await api.as(person).getEnvelopesZip({ path: { ids: envelope.id } });
      return Object.keys(unzipSync(bytes)).filter((name) => name.includes('paper'));
    };
    expect([await namesFor(ada), await namesFor(grace), await namesFor(sender)].map(({ length }) => length)).toEqual([
      1, 1, 2,
    ]);
  });

  it('is refused as a whole if one envelope is somebody else’s', async () => {
    const stranger = await api.signUp();
    const own = await sendEnvelope(api, stranger, [recipient('One', 1)], { fields: [signatureField('One')] });
    expect((await api.as(stranger).getEnvelopesZip({ path: { ids: `${own.id},${done.id}` } })).status).toBe(404);
    expect((await api.as(stranger).getEnvelopesZip({ path: { ids: 'nonsense' } })).status).toBe(406);
  });
});
