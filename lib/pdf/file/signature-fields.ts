import { PdfArray, PdfDict, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import type { OpenPdf } from './open-pdf.ts';
import type { Resolve } from './page-box.ts';

/** A field of a form that holds a signature. */
export interface SignedField {
  /** Its full name (ISO 32000-2 section 12.7.4.2). */
  name: string;
  field: PdfDict;
  value: PdfDict;
}

type Form = Pick<OpenPdf, 'catalog' | 'resolve'>;

/** More than forms have: a file with more is read no further. */
const MOST_FIELDS = 10_000;

/** A field of a form, with what it inherits. */
export interface FormEntry {
  name: string;
  field: PdfDict;
  /** Undefined for a field that stands in another object. */
  ref: PdfRef | undefined;
  type: string;
}

/** Lists all fields of a document's form, those in others included. */
export const formEntries = ({ catalog, resolve }: Form): FormEntry[] => {
  const found: FormEntry[] = [];
  const seen = new Set<PdfDict>();
  const walk = (list: PdfArray | undefined, above: string, inheritedType: string): void => {
    for (const item of list ?? []) {
      const field = item instanceof PdfRef ? resolve(item) : item;
      if (!(field instanceof PdfDict) || seen.has(field) || seen.size >= MOST_FIELDS) continue;
      seen.add(field);
      const own = field.get('T', resolve);
      const name = own instanceof PdfString ? [above, own.asString()].filter(Boolean).join('.') : above;
      const type = field.getName('FT', resolve)?.value ?? inheritedType;
      found.push({ name, field, ref: item instanceof PdfRef ? item : undefined, type });
      walk(arrayIn(field, 'Kids', resolve), name, type);
    }
  };
  walk(arrayIn(catalog.getDict('AcroForm', resolve), 'Fields', resolve), '', '');
  return found;
};

const arrayIn = (dict: PdfDict | undefined, key: string, resolve: Resolve): PdfArray | undefined => {
  const value = dict?.get(key, resolve);
  return value instanceof PdfArray ? value : undefined;
};

/** The fields of a document's form that hold a signature. Several may share one. */
export const signedFields = (document: Form): SignedField[] =>
  formEntries(document).flatMap(({ name, field, type }) => {
    const value = type === 'Sig' ? field.getDict('V', document.resolve) : undefined;
    return value ? [{ name, field, value }] : [];
  });

/** True for a document that holds signatures: nothing may be done to it but to append. */
export const isSigned = (document: Form): boolean => signedFields(document).length > 0;

/** A document whose form gets another field. */
type Growing = Pick<OpenPdf, 'pdf' | 'catalog' | 'resolve'>;

/** SignaturesExist and AppendOnly (ISO 32000-2 table 225). */
const SIGNATURE_FLAGS = 1 | 2;

/**
 * Adds signature fields to a document's form, which is made if there is none with fields. All else stays as it is in
 * the form, because readers compare it with what was signed. `root` is the catalog. Returns the changed objects.
 */
export const addFields = ({ pdf, catalog, resolve }: Growing, root: PdfRef, fields: readonly PdfRef[]): PdfRef[] => {
  const form = catalog.getDict('AcroForm', resolve);
  const list = arrayIn(form, 'Fields', resolve);
  const kept = form?.get('Fields');
  if (form && list && list.length > 0) {
    list.push(...fields);
    return [kept instanceof PdfRef ? kept : (catalog.getRef('AcroForm') ?? root)];
  }
  const made = PdfDict.of({ Fields: new PdfArray([...fields]), SigFlags: PdfNumber.of(SIGNATURE_FLAGS) });
  catalog.set('AcroForm', pdf.register(made));
  return [root];
};

/** The first of `name`, `name 2`, `name 3` … that no field of the form has. */
export const freeName = (taken: ReadonlySet<string>, name: string): string => {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
};
