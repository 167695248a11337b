import { change } from '../engine/change.ts';
import { changeRecord, TRANSACTION_LIMIT, writeItems } from '../engine/client.ts';
import { commit, isMade } from '../engine/commit.ts';
import type { Key } from '../engine/key.ts';
import {
  documentPointerKey,
  templateDocumentKey,
  templateFieldKey,
  templateKey,
  templateRoleKey,
  templateStarKey,
} from '../engine/keys.ts';
import { ABSENT } from '../engine/where.ts';
import type { Write } from '../engine/write.ts';
import { firstEntries } from '../lists/list.ts';
import type { Template, TemplateDocumentItem, TemplateItem } from '../records/template.ts';
import { entriesOf } from './entries.ts';
import { readTemplate } from './read.ts';

/**
 * Changes a template: `decide` gets the result of `read` and returns the new template, with new objects for all
 * differences, and further writes of the transaction. The differences are written if the header's version is unchanged;
 * else it starts again. At most `CHILDREN_PER_STEP` roles, fields and documents may differ. `known` is the template if
 * it was just read.
 */
export const changeTemplateRecords = (
  read: () => Promise<Template>,
  decide: (before: Template) => { after: Template; also: readonly Write[] },
  known?: Template,
): Promise<Template> =>
  change(
    read,
    (before) => {
      const { after: decided, also } = decide(before);
      const after = { ...decided, header: { ...decided.header, version: before.header.version + 1 } };
      const writes = [
        { put: headerItem(after.header), where: atVersion(before.header) },
        ...childWrites(before, after),
        ...also,
      ];
      return { writes, answer: after };
    },
    { known, repeated: read, refusalStands: true },
  );

/**
 * Writes a new template. If it is too large for one transaction, its parts are written first and its header last: until
 * then nobody sees it. Returns the stored template: another one if an earlier run of the same request made it,
 * undefined if the id was taken.
 */
export const addTemplate = async (template: Template, also: readonly Write[]): Promise<Template | undefined> => {
  const children = childrenOf(template);
  const writes: Write[] = [
    { put: headerItem(template.header), where: ABSENT },
    ...firstEntries(entriesOf(template.header)).map((put): Write => ({ put })),
    ...also,
  ];
  const fits = writes.length + children.length <= TRANSACTION_LIMIT;
  if (!fits) await writeItems(children);
  let isTaken = false;
  const earlier = await commit(fits ? [...writes, ...children.map((put): Write => ({ put }))] : writes, {
    refuse: () => {
      isTaken = true;
      return undefined;
    },
    repeated: (first) => readTemplate(first),
  });
  return isTaken ? undefined : (earlier ?? template);
};

/**
 * Removes the template that `read` returns. Its header and pointers are removed in one transaction; the rest of a large
 * one after it. `also` belongs to the transaction.
 */
export const removeTemplate = async (
  read: () => Promise<Template>,
  also: (template: Template) => readonly Write[],
): Promise<Template> => {
  let rest: readonly Key[] = [];
  const removed = await change(read, (template) => {
    const pointers = template.documents.map(pointerOf);
    const children = [...childrenOf({ ...template, documents: [] }), ...template.documents.map(documentItem)];
    const writes: Write[] = [
      { remove: templateKey(template.header.id), where: atVersion(template.header) },
      ...pointers.map(remove),
      ...also(template),
    ];
    const fits = writes.length + children.length <= TRANSACTION_LIMIT;
    rest = fits ? [] : children;
    return { writes: fits ? [...writes, ...children.map(remove)] : writes, answer: template };
  });
  if (rest.length > 0) await writeItems([], rest);
  return removed;
};

/**
 * The write that ends a draft, for the transaction of its envelope: it holds if the draft is unchanged. What is left
 * says for a while which envelope it became.
 */
export const sentDraftWrite = (header: TemplateItem, envelope_id: string, ttl: number): Write => ({
  put: headerItem({ ...header, data: null, sent: envelope_id, ttl, version: header.version + 1 }),
  where: atVersion(header),
});

/** Removes everything of a template but its header. */
export const removeContents = (template: Template): Promise<void> => writeItems([], childrenOf(template));

/** Records that images of a document's pages exist; false if the document is gone, or has another file. */
export const notePageImages = (
  { template_id, id, sha256 }: TemplateDocumentItem,
  kind: 'rendered' | 'rendered_upload' | 'viewed',
  pages: readonly number[],
): Promise<boolean> =>
  isMade(() =>
    changeRecord(templateDocumentKey(template_id, id), { add: { [kind]: new Set(pages) }, where: { sha256 } }),
  );

const atVersion = ({ version }: TemplateItem) => ({ version });

const headerItem = (header: TemplateItem) => ({ ...header, ...templateKey(header.id) });
const documentItem = (document: TemplateDocumentItem) => ({
  ...document,
  ...templateDocumentKey(document.template_id, document.id),
});

/** Pointer from a document's id to its template. */
const pointerOf = ({ id, template_id }: TemplateDocumentItem) => ({ ...documentPointerKey(id), template_id });

const remove = ({ pk, sk }: Key): Write => ({ remove: { pk, sk } });

/** Places of all parts of a template. A field takes the place of a stray one of its name. */
const placesOf = ({ header: { id }, roles, fields, documents, stars, strays }: Template): [Key, object][] => [
  ...strays.map((field): [Key, object] => [templateFieldKey(id, field.name), field]),
  ...roles.map((role): [Key, object] => [templateRoleKey(id, role.name), role]),
  ...fields.map((field): [Key, object] => [templateFieldKey(id, field.name), field]),
  ...documents.map((document): [Key, object] => [templateDocumentKey(id, document.id), document]),
  ...stars.map((star): [Key, object] => [templateStarKey(id, star.profile_id), star]),
];

const childrenOf = (template: Template): Key[] => [
  ...placesOf(template).map(([key, child]) => ({ ...child, ...key })),
  ...template.documents.map(pointerOf),
];

/** Number of the roles, fields and documents that differ. */
export const differencesOf = (before: Template, after: Template): number => childWrites(before, after).length;

const childWrites = (before: Template, after: Template): Write[] => {
  const name = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
  const old = new Map(placesOf(before).map(([key, child]) => [name(key), { key, child }]));
  const now = new Map(placesOf(after).map(([key, child]) => [name(key), { key, child }]));
  const known = new Set(before.documents.map(({ id }) => id));
  const kept = new Set(after.documents.map(({ id }) => id));
  return [
    ...[...now]
      .filter(([at, { child }]) => old.get(at)?.child !== child)
      .map(([, { key, child }]): Write => ({ put: { ...child, ...key } })),
    ...after.documents.filter(({ id }) => !known.has(id)).map((document): Write => ({ put: pointerOf(document) })),
    ...[...old].filter(([at]) => !now.has(at)).map(([, { key }]) => remove(key)),
    ...before.documents.filter(({ id }) => !kept.has(id)).map((document) => remove(pointerOf(document))),
  ];
};
