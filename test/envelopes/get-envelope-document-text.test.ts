import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { ok, openSession, recipient, sendEnvelope, setField, submit } from '../stories/envelope.ts';

let api: Api;
let sender: Person;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const PAGES = 12;

/** Pages that say the same, with an outline whose entries are objects from 200 on. */
const written = (outline: Record<number, string> = {}, pages = PAGES): string => {
  const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const objects = pagesOf(...Array.from({ length: pages }, () => `${LETTER} ${font}`));
  const content = stream('BT /F 12 Tf 72 700 Td (The tenant pays the rent.) Tj ET');
  const catalog = String(objects[1]).replace('/Type /Catalog', '/Type /Catalog /Outlines 200 0 R');
  const withOutline = outline[200] ? { ...outline, 1: catalog } : {};
  return Buffer.from(withTable({ ...objects, ...withOutline, 3: content })).toString('base64');
};

const send = async (data: string, fields: object[] = []) => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], {
    documents: [{ name: 'lease.pdf', data }],
    fields,
  });
  return { envelope, document_id: envelope.documents[0]?.id ?? '' };
};

const text = (session: object, document_id: string, from = 1, variant = 'filled') =>
  api.as(session).getEnvelopeDocumentText({ path: { document_id, variant }, query: { from: String(from) } });

const outlineOf = async (outline: Record<number, string>) =>
  ok(await text(sender, (await send(written(outline))).document_id)).outline;

const wordsOf = (page: { text: { lines: { text: string }[] }[] }): string[] =>
  page.text.flatMap(({ lines }) => lines.map((line) => line.text));

test('the text of all pages comes without pictures, as the pages say it, with what was submitted', async () => {
  const field = { name: 'town', type: 'textbox', role_name: 'One', document_id: 0, page: 12, x: 72, y: 400 };
  const { envelope, document_id } = await send(written(), [field]);
  const one = await openSession(api, envelope, 'One');
  const whole = ok(await text(one, document_id));
  expect(whole.outline).toEqual([]);
  expect(whole.pages.map(({ page }: { page: number }) => page)).toEqual(
    Array.from({ length: PAGES }, (_, at) => at + 1),
  );
  const shown = await api
    .as(one)
    .getEnvelopeDocumentPages({ path: { document_id, variant: 'filled' }, query: { from: '3' } });
  expect(whole.pages[2].text).toEqual(ok(shown).pages[0].text);
  const rest = ok(await text(one, document_id, 12));
  expect([rest.outline, rest.pages.length]).toEqual([null, 1]);

  await agree(api, one);
  ok(await setField(api, one, 'town', 'Vienna'));
  ok(await submit(api, one));
  expect(wordsOf(ok(await text(sender, document_id, 12)).pages[0])).toEqual(['The tenant pays the rent.', 'Vienna']);
  await api.settle();
  expect(wordsOf(ok(await text(sender, document_id, 12)).pages[0])).toEqual(['The tenant pays the rent.', 'Vienna']);
  const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  const certificate = documents.find(({ type }: { type: string }) => type === 'certificate');
  const [first] = ok(await text(sender, certificate.id, 1, 'certificate')).pages;
  expect(wordsOf(first).join(' ')).toContain('lease.pdf');
});

test('unknown pages answer 404, and nobody else reads any text', async () => {
  const { document_id } = await send(written());
  const stranger = await api.signUp();
  const answers = await Promise.all([
    text(sender, document_id, 13),
    text(sender, document_id, 1, 'certificate'),
    text(stranger, document_id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await text(sender, document_id, 0)).status).toBe(406);
});

test('the outline comes with page 1: titles as people read them, levels and pages', async () => {
  const item = (title: string, more: string) => `<< /Title ${title} ${more} >>`;
  const outline = await outlineOf({
    200: '<< /Type /Outlines /First 201 0 R /Last 204 0 R >>',
    201: item('(Part\\nOne)', '/Parent 200 0 R /First 202 0 R /Last 203 0 R /Next 204 0 R'),
    202: item('<FEFF00C400720067006500720073>', '/Parent 201 0 R /Next 203 0 R /Dest [11 0 R /Fit]'),
    203: item('(Nowhere)', '/Parent 201 0 R /Dest [999 0 R /Fit]'),
    204: item('(End)', '/Parent 200 0 R /A << /S /GoTo /D [14 0 R /Fit] >>'),
  });
  expect(outline).toEqual([
    { title: 'Part One', level: 1, page: 2 },
    { title: 'Ärgers', level: 2, page: 2 },
    { title: 'End', level: 1, page: 5 },
  ]);
});

test('an outline that goes in a circle, is too long, too deep or too wordy is cut', async () => {
  const circle = await outlineOf({
    200: '<< /First 201 0 R /Last 202 0 R >>',
    201: '<< /Title (A) /First 201 0 R /Next 202 0 R /Dest [10 0 R /Fit] >>',
    202: '<< /Title (B) /Next 201 0 R /First 200 0 R /Dest [10 0 R /Fit] >>',
  });
  expect(circle.map(({ title }: { title: string }) => title)).toEqual(['A', 'B']);

  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [
      201 + at,
      `<< /Title (${at === 0 ? 'long '.repeat(200) : `Entry ${at}`}) /Next ${202 + at} 0 R /Dest [10 0 R /Fit] >>`,
    ]),
  );
  const long = await outlineOf({ 200: '<< /First 201 0 R >>', ...many });
  expect([long.length, long[0].title.length]).toEqual([1000, 200]);

  const nested = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      201 + at,
      `<< /Title (Deep) /First ${202 + at} 0 R /Dest [10 0 R /Fit] >>`,
    ]),
  );
  const deep = await outlineOf({ 200: '<< /First 201 0 R >>', ...nested });
  expect(deep.map(({ level }: { level: number }) => level)).toEqual([1, 2, 3, 4, 5, 6]);
});
