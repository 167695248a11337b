import { allEnded } from '../../base/all-ended.ts';
import { changeRecord, putRecord, removeRecord } from '../engine/client.ts';
import { isMade } from '../engine/commit.ts';
import { templateFieldKey, templateKey } from '../engine/keys.ts';
import { ABSENT, anyOf } from '../engine/where.ts';
import type { Template, TemplateFieldItem } from '../records/template.ts';

/**
 * Writes fields of a document that the next change adds, where they are too many for its transaction. Nobody sees them
 * until then. Returns the template with these strays, at a version of its own: as long as it has that version, nobody
 * else can have changed them. Undefined if the template has changed since it was read.
 */
export const writeAhead = async (
  template: Template,
  fields: readonly TemplateFieldItem[],
): Promise<Template | undefined> => {
  const { id, version } = template.header;
  const header = { ...template.header, version: version + 1 };
  const isOurs = await isMade(() =>
    changeRecord(templateKey(id), { set: { version: header.version }, where: { version } }),
  );
  if (!isOurs) return undefined;
  const put = (field: TemplateFieldItem) => {
    const known = template.strays.find(({ name }) => name === field.name);
    const where = known ? anyOf(ABSENT, { document_id: known.document_id }) : ABSENT;
    return isMade(() => putRecord({ ...field, ...templateFieldKey(id, field.name) }, where));
  };
  const written = await inParts(fields, (part) => allEnded(part.map(put)));
  if (!written.flat().every(Boolean)) return undefined;
  const names = new Set(fields.map(({ name }) => name));
  return { ...template, header, strays: [...template.strays.filter(({ name }) => !names.has(name)), ...fields] };
};

/** Removes strays, but not a field that has taken the place of one. One that can't be removed stays; nobody sees it. */
export const removeStrays = async (fields: readonly TemplateFieldItem[]): Promise<void> => {
  const remove = ({ template_id, name, document_id }: TemplateFieldItem) =>
    isMade(() => removeRecord(templateFieldKey(template_id, name), { document_id }));
  await inParts(fields, (part) => Promise.allSettled(part.map(remove)));
};

const AT_ONCE = 20;

const inParts = async <T, R>(all: readonly T[], run: (part: readonly T[]) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) results.push(await run(all.slice(at, at + AT_ONCE)));
  return results;
};
