import type * as z from 'zod';
import { getFile } from '../../aws/files/file-store.ts';
import { asOneLine } from '../../base/look.ts';
import { FIELD_KINDS, showsInk } from '../../fields/kinds.ts';
import type { FoundText } from '../../pdf/detect/tags.ts';
import type { PageProposals } from '../../pdf/pdfium/pdfium-tasks.ts';
import { proposeFields } from '../../pdf/pdfium/render.ts';
import type { TemplateDocumentItem } from '../../storage/records/template.ts';
import type { FieldProposals } from '../documents/proposal-schema.ts';
import { parseTag } from '../pipeline/tag.ts';
import { documentFile } from './document-files.ts';

type Answer = z.output<typeof FieldProposals>;
type Proposal = Answer['pages'][number]['proposals'][number];

/** Proposes fields for pages of a document, as many as are read soon. Stores nothing. Throws `file_changed`. */
export const proposalsFor = async (document: TemplateDocumentItem, pages: readonly number[]): Promise<Answer> => {
  const bytes = await getFile(documentFile(document), { sha256: document.sha256 });
  return { pages: (await proposeFields(bytes, pages)).map((page) => onPage(page, document)) };
};

const onPage = ({ page, proposals, tags }: PageProposals, { page_sizes }: TemplateDocumentItem) => {
  const sheet = page_sizes[page] ?? { width: 0, height: 0 };
  const tagged = tags.flatMap((tag) => ofTag(tag, page, sheet));
  const blanks = proposals.map(
    ({ label, role, ...blank }): Proposal => ({
      source: 'blank',
      ...blank,
      page,
      label: label && asOneLine(label),
      role: role && asOneLine(role),
    }),
  );
  return { page, proposals: [...tagged, ...blanks] };
};

/**
 * The field that a tag asks for, in its lower left corner, moved onto the page if necessary; none for a tag that makes
 * no sense.
 */
const ofTag = ({ text, x, y }: FoundText, page: number, sheet: { width: number; height: number }): Proposal[] => {
  const parsed = parseTag(text);
  if ('problem' in parsed) return [];
  const { tag } = parsed;
  const size = FIELD_KINDS[tag.type].size;
  const height = tag.height ?? size.height;
  const width = tag.width ?? size.width;
  const within = (at: number, most: number): number => Math.max(0, Math.min(at, most));
  return [
    {
      source: 'tag',
      type: tag.type,
      page,
      x: within(x, sheet.width - width),
      y: within(y, sheet.height - height),
      width,
      height,
      label: tag.label ?? tag.name ?? (showsInk(tag) ? null : tag.placeholder),
      role: tag.role,
      confidence: 1,
    },
  ];
};
