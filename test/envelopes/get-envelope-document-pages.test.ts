import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { getFile, listFiles, putFile } from '../../lib/aws/files/file-store.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { noisyPicture } from '../pictures.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, setField, submit } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let envelope: Envelope;

/** Twelve pages that say the same. */
const written = (): string => {
  const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const pages = Array.from({ length: 12 }, () => `${LETTER} ${font}`);
  const content = stream('BT /F 12 Tf 72 700 Td (The tenant pays the rent.) Tj ET');
  return Buffer.from(withTable({ ...pagesOf(...pages), 3: content })).toString('base64');
};

const FIELD = {
  name: 'town',
  type: 'textbox',
  role_name: 'One',
  document_id: 0,
  page: 2,
  x: 72,
  y: 400,
  required: true,
};

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)], {
    documents: [{ name: 'lease.pdf', data: written() }],
    fields: [FIELD],
  });
});
afterAll(() => api.stop());

const pages = (session: object, from?: number, variant = 'filled', document_id = envelope.documents[0]?.id ?? '') =>
  api.as(session).getEnvelopeDocumentPages({
    path: { document_id, variant },
    query: from === undefined ? {} : { from: String(from) },
  });

const wordsOf = (page: { text: { lines: { text: string }[] }[] }): string[] =>
  page.text.flatMap(({ lines }) => lines.map(({ text }) => text));

const onePixel = Buffer.from(encodePng(Uint8Array.of(0, 0, 0, 255), 1, 1, 'rgb'));

const pathOf = (link: string): string => new URL(link).pathname;

test('pages are answered ten at a time, each with a picture and its text', async () => {
  const session = await openSession(api, envelope, 'One');
  const { pages: first } = ok(await pages(session));
  const { pages: rest } = ok(await pages(session, 11));
  expect([...first, ...rest].map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  for (const page of [...first, ...rest]) expect(wordsOf(page)).toEqual(['The tenant pays the rent.']);
  const two = await api.as(session).getEnvelopeDocumentPages({
    path: { document_id: envelope.documents[0]?.id ?? '', variant: 'filled' },
    query: { from: '4', count: '2' },
  });
  expect(ok(two).pages.map(({ page }: { page: number }) => page)).toEqual([4, 5]);
  const { heading, lines } = first[0].text[0];
  expect([heading, Math.round(lines[0].x)]).toEqual([0, 72]);
  const picture = await fetch(rest[1].picture);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('content-disposition')).toContain('lease.pdf 12.png');
});

test('page 1 is drawn when the envelope is sent: the answer that opens the session has its link', async () => {
  const { first_page, signer } = await openSession(api, envelope, 'One');
  expect(first_page).toMatchObject({ document_id: envelope.documents[0]?.id, page: 1 });
  const picture = await fetch(first_page.picture);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(pathOf(ok(await pages({ signer })).pages[0].picture)).toBe(pathOf(first_page.picture));
});

test('envelopes made of a template have their first page drawn, too: once, and then copied until the template is deleted', async () => {
  const template = ok(
    await api.as(sender).createTemplate({
      body: {
        name: 'Lease',
        documents: [{ name: 'lease.pdf', data: written() }],
        roles: [{ name: 'One', type: 'signer', sequence: 1, order: 1 }],
        fields: [],
      },
    }),
  );
  const folder = `${sender.organization_id}/templates/${template.id}/`;
  const drawn = () => listFiles(folder).then((keys) => keys.filter((key) => key.includes('/pages/')));
  const made = () =>
    sendEnvelope(api, sender, [recipient('One', 1)], {
      template_id: template.id,
      documents: undefined,
      fields: undefined,
    });
  expect(await drawn()).toEqual([]);
  const firstPage = async (): Promise<Buffer> => {
    const { first_page } = await openSession(api, await made(), 'One');
    const picture = await fetch(first_page.picture);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    return Buffer.from(await picture.arrayBuffer());
  };
  const first = await firstPage();
  const kept = (await drawn()).find((key) => key.endsWith('.picture')) ?? '';
  expect(Buffer.from(await getFile(kept))).toEqual(first);
  // Shows that the page is copied: a page that is drawn again would not have this picture.
  await putFile(kept, onePixel, 'image/png');
  expect(await firstPage()).toEqual(onePixel);
  const later = await openSession(api, await made(), 'One');
  const document_id = later.first_page.document_id;
  const [page] = ok(await pages(later, undefined, 'original', document_id)).pages;
  expect(wordsOf(page)).toEqual(['The tenant pays the rent.']);

  ok(await api.as(sender).deleteTemplate({ path: { template_id: template.id } }));
  expect(await listFiles(folder)).toEqual([]);
  expect((await fetch(later.first_page.picture)).status).toBe(200);
});

test('values are part of picture and text once their recipient has submitted, not before', async () => {
  const [one, two] = [await openSession(api, envelope, 'One'), await openSession(api, envelope, 'Two')];
  await agree(api, one);
  ok(await setField(api, one, 'town', 'Vienna'));
  const before = ok(await pages(two)).pages[1];
  expect(wordsOf(before)).toEqual(['The tenant pays the rent.']);
  ok(await submit(api, one));
  const after = ok(await pages(two)).pages[1];
  expect(wordsOf(after)).toEqual(['The tenant pays the rent.', 'Vienna']);
  expect(pathOf(after.picture)).not.toBe(pathOf(before.picture));
  expect(pathOf(ok(await pages(two, 1, 'original')).pages[1].picture)).toBe(pathOf(before.picture));
  expect(ok(await pages(two, 11)).pages).toHaveLength(2);
  // Page 1 looks as it did: the next recipient has its link at once.
  const { first_page } = await openSession(api, envelope, 'Two');
  expect(pathOf(first_page.picture)).toBe(pathOf(ok(await pages(two, 1, 'original')).pages[0].picture));
});

test('a page can be had with twice as many pixels each way, for those who zoom', async () => {
  const session = await openSession(api, envelope, 'Two');
  const path = { document_id: envelope.documents[0]?.id ?? '', variant: 'filled', page: '3' };
  const widthOf = async (query: Record<string, string>): Promise<number> => {
    const link = ok(await api.as(session).getEnvelopeDocumentPage({ path, query }));
    return Buffer.from(await (await fetch(link)).arrayBuffer()).readUInt32BE(16);
  };
  expect([await widthOf({}), await widthOf({ scale: '2' }), await widthOf({ scale: '2' })]).toEqual([1071, 2142, 2142]);
  expect((await api.as(session).getEnvelopeDocumentPage({ path, query: { scale: '3' } })).status).toBe(406);
});

test('unknown pages answer 404, and nobody else sees any page', async () => {
  const session = await openSession(api, envelope, 'Two');
  const stranger = await api.signUp();
  const answers = await Promise.all([pages(session, 13), pages(session, 1, 'certificate'), pages(stranger)]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const bad = await Promise.all([pages(session, 0), pages(session, 1, 'negative')]);
  expect(bad.map(({ status }) => status)).toEqual([406, 406]);
});

test('a page that is a photograph is a JPEG', async () => {
  const image = noisyPicture(400, 300).toString('base64');
  const made = await sendEnvelope(api, sender, [recipient('One', 1)], {
    documents: [{ name: 'photo.png', data: image }],
  });
  const { first_page } = await openSession(api, made, 'One');
  const picture = await fetch(first_page.picture);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(picture.headers.get('content-disposition')).toMatch(/1\.jpg/);
  expect([...new Uint8Array(await picture.arrayBuffer())].slice(0, 2)).toEqual([0xff, 0xd8]);
});

test('pages of the certificate come like those of documents', async () => {
  const two = await openSession(api, envelope, 'Two');
  await agree(api, two);
  ok(await submit(api, two));
  await api.settle();
  const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  const certificate = documents.find(({ type }: { type: string }) => type === 'certificate');
  const [first] = ok(await pages(sender, 1, 'certificate', certificate.id)).pages;
  expect(wordsOf(first).join(' ')).toContain('lease.pdf');
  expect((await fetch(first.picture)).status).toBe(200);
});
