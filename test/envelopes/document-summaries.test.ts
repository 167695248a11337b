import { expect, it } from 'vitest';
import {
  constantsOf,
  headerPartOf,
  pageSizesOf,
  readSummary,
  summaryOf,
} from '../../lib/storage/envelopes/document-summaries.ts';
import type { DocumentItem } from '../../lib/storage/records/envelope.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const sizes = (count: number, width: (page: number) => number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, { width: width(at + 1), height: 792 }]));
const document = (more: Partial<DocumentItem> = {}): DocumentItem =>
  ({
    id: 'one',
    name: 'lease.pdf',
    order: 0,
    type: 'attachment',
    pages: 3,
    template_document_id: null,
    mime: 'application/pdf',
    size: 12_345,
    signed: false,
    page_sizes: sizes(3, () => 612),
    created_at: at,
    updated_at: at,
    ...more,
  }) as DocumentItem;

/** A summary after it was stored and read. */
const stored = (one: DocumentItem) => {
  const summary = summaryOf(one);
  const json = JSON.stringify([headerPartOf(summary, at), constantsOf([summary], at)]);
  const [header, constants] = JSON.parse(json);
  return { summary, read: readSummary(header, constants, at), header, constants };
};

it.each([
  ['sent', document()],
  ['of a template', document({ template_document_id: 'original' })],
  ['an image, made later', document({ mime: 'image/png', created_at: later, updated_at: later })],
  ['sealed', document({ signed: true, size: 99_999, updated_at: later })],
  ['a certificate', document({ type: 'certificate', signed: true, created_at: later, updated_at: later })],
  ['with pages of many sizes', document({ page_sizes: sizes(7, (page) => (page < 4 ? 612 : page * 100)) })],
])('a document is the same after it was stored in two parts: %s', (_, one) => {
  const { summary, read } = stored(one);
  expect(read).toEqual(summary);
  expect(pageSizesOf(read.page_runs ?? [], 1000)).toEqual(one.page_sizes);
});

it('parts that no change of the envelope alters are stored beside the header, in few bytes', () => {
  const before = stored(document({ page_sizes: sizes(2000, () => 612) }));
  const after = stored(document({ page_sizes: sizes(2000, () => 612), signed: true, size: 1, updated_at: later }));
  expect(after.constants).toEqual(before.constants);
  expect(JSON.stringify(before.constants).length).toBeLessThan(50);
  expect(before.header).not.toHaveProperty('page_runs');
});

it('summaries are bounded, however many sizes pages have', () => {
  const { summary } = stored(document({ page_sizes: sizes(2000, (page) => page) }));
  expect(summary.page_runs).toHaveLength(200);
  expect(pageSizesOf([[2000, 612, 792]], 3)).toEqual(sizes(3, () => 612));
});
