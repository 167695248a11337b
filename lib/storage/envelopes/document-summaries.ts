import type { StoredPageSizes } from '../records/document.ts';
import type { DocumentItem, DocumentSummary, PageRun } from '../records/envelope.ts';

/**
 * Documents as lists show them, without a read of their own. The header has what changes; each change of an envelope
 * writes it, so it is short. What never changes is with the header's details.
 */
const CONSTANTS = [
  'template_document_id',
  'mime',
  'page_runs',
  'created_at',
] as const satisfies readonly (keyof Facts)[];
type Facts = Omit<DocumentSummary, 'id' | 'name' | 'order' | 'type' | 'pages'>;
type Constants = Partial<Pick<Facts, (typeof CONSTANTS)[number]>>;

/** A document in a stored header. The certificate, which comes last, has its constants there, too. */
export type StoredSummary = Pick<DocumentSummary, 'id' | 'name' | 'order' | 'type' | 'pages' | 'size'> &
  Partial<Pick<Facts, 'signed' | 'updated_at'>> &
  Constants;

/** Constants of an envelope's documents by id, as the details have them. */
export type DocumentConstants = Record<string, Constants>;

/** Most runs of equal pages that a summary has, which bounds the header's details. */
const MOST_RUNS = 200;

/** Values that aren't stored. */
const USUAL = { template_document_id: null, mime: 'application/pdf' } as const;

/** The document as its envelope's header has it. */
export const summaryOf = (document: DocumentItem): DocumentSummary => ({
  id: document.id,
  name: document.name,
  order: document.order,
  type: document.type,
  pages: document.pages,
  template_document_id: document.template_document_id,
  mime: document.mime,
  size: document.size,
  signed: document.signed,
  page_runs: runsOf(document.page_sizes),
  created_at: document.created_at,
  updated_at: document.updated_at,
});

/** The part of summaries that the header's details have: constants of the documents that were sent. */
export const constantsOf = (documents: readonly DocumentSummary[], envelopeCreatedAt: string): DocumentConstants =>
  Object.fromEntries(documents.filter(isSent).map((one) => [one.id, stored(one, envelopeCreatedAt)]));

/** The part of a summary that the header itself has. */
export const headerPartOf = (summary: DocumentSummary, envelopeCreatedAt: string): StoredSummary => {
  const { id, name, order, type, pages, size, signed, updated_at } = summary;
  return {
    id,
    name,
    order,
    type,
    pages,
    size,
    ...(signed ? { signed, updated_at } : {}),
    ...(isSent(summary) ? {} : stored(summary, envelopeCreatedAt)),
  };
};

/** Joins both parts. */
export const readSummary = (
  summary: StoredSummary,
  constants: DocumentConstants,
  envelopeCreatedAt: string,
): DocumentSummary => {
  const joined = { ...USUAL, created_at: envelopeCreatedAt, page_runs: [], ...summary, ...constants[summary.id] };
  return { signed: false, updated_at: joined.created_at, ...joined };
};

const isSent = ({ type }: DocumentSummary): boolean => type === 'attachment';

const stored = (summary: Facts, envelopeCreatedAt: string): Constants => {
  const usual: Partial<Facts> = { ...USUAL, created_at: envelopeCreatedAt };
  return Object.fromEntries(
    CONSTANTS.filter((name) => summary[name] !== usual[name]).map((name) => [name, summary[name]]),
  );
};

/** Groups pages of the same size that follow each other, the first `MOST_RUNS` groups. */
const runsOf = (sizes: StoredPageSizes): PageRun[] => {
  const runs: PageRun[] = [];
  for (let page = 1; sizes[page]; page++) {
    const { width, height } = sizes[page] ?? { width: 0, height: 0 };
    const last = runs.at(-1);
    if (last && last[1] === width && last[2] === height) last[0] += 1;
    else if (runs.length < MOST_RUNS) runs.push([1, width, height]);
    else break;
  }
  return runs;
};

/** The sizes of at most `most` first pages. */
export const pageSizesOf = (runs: readonly PageRun[], most: number): StoredPageSizes => {
  const sizes: StoredPageSizes = {};
  let page = 0;
  for (const [pages, width, height] of runs) {
    for (let left = Math.min(pages, most - page); left > 0; left--) sizes[++page] = { width, height };
  }
  return sizes;
};
