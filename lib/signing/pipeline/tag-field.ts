import { FIELD_KINDS, showsInk } from '../../fields/kinds.ts';
import type { TextTag } from '../../pdf/intake/text-tags.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import type { Additions, Problem } from './additions.ts';
import { parseTag, type Tag } from './tag.ts';

/** Makes a field from a tag, with the tag's lower left corner, moved onto the page if necessary. */
export const addTag = (found: TextTag, document: AcceptedDocument, additions: Additions): Problem | undefined => {
  if (!found.closed) return { concerns: 'field', reason: 'it is not closed by }} on the same line' };
  const parsed = parseTag(found.text);
  if ('problem' in parsed) return { concerns: 'field', reason: parsed.problem };
  const { tag } = parsed;
  const role_name = additions.role(tag.role);
  if (typeof role_name !== 'string') return role_name;
  const name = tag.name ?? additions.numberedName(tag.type);
  return additions.add({ name, role_name, type: tag.type }, detailsOf(tag, found, document), document);
};

const detailsOf = (tag: Tag, { page, box }: TextTag, { page_sizes }: AcceptedDocument) => {
  const { type, readonly, multiline, label, placeholder, group, validator } = tag;
  const width = tag.width ?? FIELD_KINDS[type].size.width;
  const height = tag.height ?? FIELD_KINDS[type].size.height;
  const sheet = page_sizes[page] ?? { width: 0, height: 0 };
  return {
    page,
    x: within(box.x, sheet.width - width),
    y: within(box.y, sheet.height - height),
    width,
    height,
    // A sender who asks for a signature doesn't mean it as optional.
    required: tag.required ?? (showsInk(tag) && !readonly),
    readonly,
    label,
    placeholder,
    group,
    validator,
    default: tag.default,
    options: tag.options.map((option) => ({ id: option, label: option })),
    ...(multiline ? { multiline } : {}),
  };
};

const within = (at: number, most: number): number => Math.max(0, Math.min(Math.floor(at * 1000) / 1000, most));
