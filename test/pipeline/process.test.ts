import { expect, test } from 'vitest';
import { newId, sha256 } from '../../lib/base/ids.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import type { AcceptedDocument } from '../../lib/signing/documents/accept.ts';
import { processDocuments } from '../../lib/signing/pipeline/process.ts';
import { LETTER, stream } from '../pdf/make-pdf.ts';
import { formPdf, lines, widget } from './documents.ts';

const accepted = async (given: Uint8Array): Promise<AcceptedDocument> => {
  const { bytes, pages, pageSizes, rewritten, withForm } = await inspectPdf(given, 'deal.pdf');
  return {
    id: newId(),
    name: 'deal.pdf',
    mime: 'application/pdf',
    size: bytes.length,
    pages,
    page_sizes: pageSizes,
    sha256: sha256(bytes),
    bytes,
    sent: given,
    with_form: withForm,
    record: { size: bytes.length, sent_sha256: sha256(given), sent_size: given.length, rewritten },
    original_name: 'deal.pdf',
    order: 0,
    upload_id: null,
    time: newBudget(),
  };
};

const ALL = { process_acroforms: true, process_tags: true, ignore_invalid_roles: false, ignore_invalid_fields: false };
const roles = [{ name: 'Buyer', type: 'signer' as const }];
const target = { roles, names: [], room: { fields: 100, roles: 10 } };

const button = (on: string, rect: string) =>
  widget(`/Parent 40 0 R /AS /Off /AP << /N << /${on} 20 0 R /Off 20 0 R >> >>`, rect);
const radios = formPdf(
  [button('S', '72 600 86 614'), button('L', '72 580 86 594')],
  {
    20: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 14 14]'),
    40: '<< /FT /Btn /T (size) /Ff 49152 /Kids [30 0 R 31 0 R] >>',
  },
  LETTER,
  '40 0 R',
);

test('the radio buttons of two documents are two groups, even if they have the same name', async () => {
  const documents = [await accepted(radios), await accepted(radios)];
  const { fields } = await processDocuments(documents, ALL, target);
  expect(fields.map(({ name, group }) => [name, group])).toEqual([
    ['size', 'size'],
    ['size-2', 'size'],
    ['size-3', 'size-3'],
    ['size-4', 'size-3'],
  ]);
});

test.each([
  [3, 3],
  [2, /it has 3 fields, and there is room for 2/],
  [0, /it has 3 fields, and there is room for 0/],
])('with room for %i more fields, a document of three: %s', async (room, expected) => {
  const document = await accepted(lines('{{date}}', '{{date}}', '{{date}}'));
  const processed = processDocuments([document], ALL, { ...target, room: { fields: room, roles: 0 } });
  if (typeof expected === 'number') expect((await processed).fields).toHaveLength(expected);
  else await expect(processed).rejects.toThrow(expected);
});

test('a document with fields and tags is sent without them, and stored as it was uploaded', async () => {
  const document = await accepted(lines('{{date}}'));
  const { documents } = await processDocuments([document], ALL, target);
  const [processed] = documents;
  expect(processed?.uploaded).toBe(document.bytes);
  expect(processed?.sha256).toBe(sha256(processed?.bytes ?? ''));
  expect(processed?.sha256).not.toBe(document.sha256);
  expect(processed).toMatchObject({
    record: {
      size: processed?.bytes.length,
      sent_sha256: document.sha256,
      rewritten: ['tags in its text became fields'],
    },
  });
  const once = await accepted(processed?.bytes ?? new Uint8Array());
  const again = await processDocuments([once], ALL, target);
  expect(again.fields).toEqual([]);
  expect(again.documents[0]?.bytes).toBe(once.bytes);
});

test('a role that only a refused tag names is not created', async () => {
  const settings = { ...ALL, ignore_invalid_fields: true };
  const document = await accepted(lines('{{dropdown:Seller:a:options=x:default=y}}', '{{date:Buyer}}'));
  const { roles: brought } = await processDocuments([document], settings, { ...target, roles: [] });
  expect(brought).toEqual(['Buyer']);
});

test('a page that looks different without its tags is refused, with its number', async () => {
  const document = await accepted(lines('{{date}}', 'Rent: 1000'));
  const other = { ...document, with_form: lines('{{date}}', 'Rent: 9000') };
  await expect(processDocuments([other], ALL, target)).rejects.toThrow(/page 1 would look different/);
});
