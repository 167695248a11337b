import type * as z from 'zod';
import { getFile } from '../../aws/files/file-store.ts';
import { asOneLine } from '../../base/look.ts';
import { FIELD_KINDS, showsInk } from '../../fields/kinds.ts';
import type { FoundText } from '../../pdf/detect/tags.ts';
import type { PageProposals } from '../../pdf/pdfium/pdfium-tasks.ts';
import { proposeFields } from '../../pdf/pdfium/render.ts';
import type { ProposedField, TemplateDocumentItem } from '../../storage/records/template.ts';
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

const onPage = ({ page, proposals, tags, guides }: PageProposals, { page_sizes, form = [] }: TemplateDocumentItem) => {
  const sheet = page_sizes[page] ?? { width: 0, height: 0 };
  const tagged = tags.flatMap((tag) => ofTag(tag, page, sheet));
  const blanks = proposals.map(
    ({ label, role, ...blank }): Proposal => ({
      source: 'blank',
      ...blank,
      page,
      label: label && asOneLine(label),
      role: role && asOneLine(role),
      ...NAMELESS,
    }),
  );
  const fields = form.filter((field) => field.page === page).map(ofForm);
  // A field of a form stands where a blank is.
  const others = blanks.filter((blank) => !fields.some((field) => isSamePlace(field, blank)));
  return { page, proposals: [...tagged, ...fields, ...others], guides };
};

const NAMELESS = { name: null, required: false, options: [] };

const LONGEST_LABEL = 200;

const ofForm = ({ label, ...field }: ProposedField): Proposal => ({
  source: 'form',
  ...field,
  label: label ? asOneLine(label).slice(0, LONGEST_LABEL) : null,
  role: null,
  confidence: 1,
});

type Place = Pick<Proposal, 'x' | 'y' | 'width' | 'height'>;

/** True if one of two places covers the middle of the other. */
const isSamePlace = (one: Place, other: Place): boolean => covers(one, other) || covers(other, one);

const covers = (outer: Place, inner: Place): boolean => {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height;
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
      name: tag.name ?? null,
      required: tag.required ?? false,
      options: [],
      confidence: 1,
    },
  ];
};
