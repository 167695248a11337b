import { collection, getItem, getItems } from '../engine/client.ts';
import { type Key, plain } from '../engine/key.ts';
import { documentPointerKey, templateDocumentKey, templateKey } from '../engine/keys.ts';
import { type At, at } from '../engine/read.ts';
import type { Template, TemplateDocumentItem, TemplateFieldItem, TemplateItem } from '../records/template.ts';

/** Place of a template's header, of which only its organization is read. */
export const templateAt = (template_id: string): At<{ organization_id: string }> => at(templateKey(template_id));

/** Reads a template's header alone; undefined if there is none. */
export const findTemplateHeader = async (template_id: string): Promise<TemplateItem | undefined> =>
  plain(await getItem<TemplateItem & Key>(templateKey(template_id)));

/** Reads a template with all its parts; undefined if there is none. One query. */
export const findTemplate = (template_id: string): Promise<Template | undefined> =>
  readTemplate(templateKey(template_id));

/** Reads the template whose header is at this key. */
export const readTemplate = async ({ pk, sk }: Key): Promise<Template | undefined> => {
  const items = await collection<Key>(pk);
  const header = plain(items.find((item) => item.sk === sk) as TemplateItem | undefined);
  if (!header) return undefined;
  const of = <T>(prefix: string): T[] =>
    items.filter((item) => item.sk.startsWith(prefix)).map((item) => plain(item as unknown as T & Key) as T);
  const documents = of<TemplateDocumentItem>('DOCUMENT#');
  const { fields = [], strays = [] } = Object.groupBy(of<TemplateFieldItem>('FIELD#'), ({ document_id }) =>
    documents.some(({ id }) => id === document_id) ? 'fields' : 'strays',
  );
  return { header, roles: of('ROLE#'), fields, documents, stars: of('STAR#'), strays };
};

/** Finds a document's template by the document's id. */
export const templateOfDocument = async (document_id: string): Promise<string | undefined> =>
  (await getItem<{ template_id?: string }>(documentPointerKey(document_id)))?.template_id;

/** Reads a document with its template's header; either may be missing. One read. */
export const findTemplateDocument = async (
  template_id: string,
  document_id: string,
): Promise<{ header: TemplateItem | undefined; document: TemplateDocumentItem | undefined }> => {
  const [header, document] = await getItems<Key>([
    templateKey(template_id),
    templateDocumentKey(template_id, document_id),
  ]);
  return {
    header: plain(header as unknown as TemplateItem | undefined),
    document: plain(document as unknown as TemplateDocumentItem | undefined),
  };
};
