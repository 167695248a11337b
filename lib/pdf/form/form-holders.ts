import type { PdfDict, PdfRef } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { formEntries } from '../file/signature-fields.ts';

/** An object of a form. */
interface FormObject {
  dict: PdfDict;
  /** Undefined for an object that stands in another one: it can't be changed by itself. */
  ref: PdfRef | undefined;
}

/** A field of a form that holds a value, and the annotations that show it, which may be the field itself. */
export interface FormHolder extends FormObject {
  widgets: FormObject[];
}

/** Finds the fields of a document's form by their full names; null for a name that several fields have. */
export const formHolders = (document: Pick<OpenPdf, 'catalog' | 'resolve'>): Map<string, FormHolder | null> => {
  const found = new Map<string, FormHolder | null>();
  for (const { name, field: dict, ref } of formEntries(document)) {
    const holder = found.get(name);
    if (holder === undefined) found.set(name, { dict, ref, widgets: [] });
    else if (dict.has('T')) found.set(name, null);
    else holder?.widgets.push({ dict, ref });
  }
  for (const holder of found.values()) {
    if (holder?.widgets.length === 0) holder.widgets.push({ dict: holder.dict, ref: holder.ref });
  }
  return found;
};
