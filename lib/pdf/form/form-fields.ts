import {
  type FormField as LibraryField,
  PdfArray,
  type PdfDict,
  PdfNumber,
  PdfStream,
  PdfString,
  type TextField,
} from '@libpdf/core';
import { type Box, displayPoint, type PageBox } from '../file/display.ts';
import { nameText } from '../file/exact-names.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, inherited, type Resolve } from '../file/page-box.ts';
import type { OwnField } from './own-field.ts';

/** A field of a PDF's own form, once for each of its places on pages (ISO 32000-2 section 12.7). */
export interface FormField {
  /** Fully qualified: `applicant.address.city`. The same for all places of a field. */
  name: string;
  kind: 'text' | 'date' | 'checkbox' | 'radio' | 'choice' | 'signature';
  /** 1-based. */
  page: number;
  /** Its box, in points of the page as displayed, without parts beyond the page's edges. */
  box: Box;
  required: boolean;
  readonly: boolean;
  multiline: boolean;
  /** In characters; null if there is no limit. */
  maxLength: number | null;
  options: { id: string; label: string }[];
  /** A text, an option's id, `true` or `false`; empty if it isn't filled. */
  value: string;
  /** Its name for people. */
  label: string | null;
  /** Meaning of a checked box or button. */
  choice: string | null;
}

/** The kind of a form's field, of which a date is a text. */
export const ownKind = ({ kind }: Pick<FormField, 'kind'>): OwnField['kind'] => (kind === 'date' ? 'text' : kind);

/** The same, with the annotation that shows it. */
export interface FoundField extends FormField {
  widget: PdfDict;
}

/**
 * Reads the visible and fillable fields of the document's form, page by page. Push buttons and hidden fields are left
 * out.
 */
export const readFormFields = ({ pdf, pages, resolve }: OpenPdf): FoundField[] => {
  const places = new Map<PdfDict, { page: number; box: PageBox }>();
  pages.forEach(({ dict, box }, index) => {
    for (const { annotation } of annotationsOf(dict, resolve)) places.set(annotation, { page: index + 1, box });
  });
  const fields = (pdf.getForm()?.getFields() ?? []).flatMap((field) =>
    field.getWidgets().flatMap((widget) => {
      const place = places.get(widget.dict);
      const box = place && !widget.isHidden() && !(widget.flags & NO_VIEW) && displayedBox(widget.rect, place.box);
      const details = detailsOf(field, widget, resolve);
      if (!place || !box || !details) return [];
      return [{ name: field.name, page: place.page, box, ...commonOf(field), ...details, widget: widget.dict }];
    }),
  );
  return fields.sort((a, b) => a.page - b.page);
};

type Widget = ReturnType<LibraryField['getWidgets']>[number];

/** The annotation flag NoView (ISO 32000-2 table 167). */
const NO_VIEW = 32;

const displayedBox = ([x0, y0, x1, y1]: [number, number, number, number], page: PageBox): Box | undefined => {
  const [ax, ay] = displayPoint(page, x0, y0);
  const [bx, by] = displayPoint(page, x1, y1);
  const left = Math.max(0, Math.min(ax, bx));
  const bottom = Math.max(0, Math.min(ay, by));
  const width = Math.min(page.width, Math.max(ax, bx)) - left;
  const height = Math.min(page.height, Math.max(ay, by)) - bottom;
  return width > 0 && height > 0 ? { x: left, y: bottom, width, height } : undefined;
};

const commonOf = (field: LibraryField) => ({
  required: field.isRequired(),
  readonly: field.isReadOnly(),
  label: field.alternateName?.trim() || null,
});

type Details = Pick<FormField, 'kind' | 'multiline' | 'maxLength' | 'options' | 'value' | 'choice'>;

const PLAIN = { multiline: false, maxLength: null, options: [], choice: null };

const detailsOf = (field: LibraryField, widget: Widget, resolve: Resolve): Details | undefined => {
  switch (field.type) {
    case 'text': {
      const text = field as TextField;
      const kind = isDate(text.acroField(), resolve) ? 'date' : 'text';
      // Inherited, and the library's property of this name ignores inheritance.
      const longest = inherited(text.acroField(), 'MaxLen', resolve);
      const maxLength = longest instanceof PdfNumber && longest.value > 0 ? longest.value : null;
      return { ...PLAIN, kind, multiline: text.isMultiline, maxLength, value: text.getValue() };
    }
    case 'checkbox': {
      const choices = new Set(field.getWidgets().map((one) => one.getOnValue()));
      // Boxes with one name and several values exclude each other, as readers show them.
      return { ...PLAIN, kind: choices.size > 1 ? 'radio' : 'checkbox', ...checkedness(field, widget) };
    }
    case 'radio':
      return { ...PLAIN, kind: 'radio', ...checkedness(field, widget) };
    case 'dropdown':
    case 'listbox':
      return { ...PLAIN, kind: 'choice', ...choicesOf(field) };
    case 'signature':
      return { ...PLAIN, kind: 'signature', value: '' };
    default:
      return undefined;
  }
};

const checkedness = (field: LibraryField, widget: Widget): Pick<Details, 'value' | 'choice'> => {
  const choice = widget.getOnValue();
  const state = widget.appearanceState;
  const checked = state === null ? choice !== null && field.getValue() === choice : state !== 'Off';
  return { value: String(checked), choice: choice === null ? null : nameText(choice) };
};

const choicesOf = (field: LibraryField): Pick<Details, 'value' | 'options'> => {
  const choices = field as LibraryField & { getOptions(): { value: string; display: string }[]; isEditable?: boolean };
  const known = new Map(choices.getOptions().map(({ value, display }) => [value || display, display || value]));
  const value = [choices.getValue()].flat().find((one) => typeof one === 'string' && one !== '') as string | undefined;
  // An editable choice may contain a text that isn't among its options.
  if (value !== undefined && !known.has(value)) known.set(value, value);
  known.delete('');
  return { value: value ?? '', options: [...known].map(([id, label]) => ({ id, label })) };
};

/** True for a date: readers recognise it by the script that formats or checks it (`AFDate_FormatEx`). */
const isDate = (field: PdfDict, resolve: Resolve): boolean => {
  const actions = field.getDict('AA', resolve);
  return ['F', 'K'].some((event) => {
    const script = actions?.getDict(event, resolve)?.get('JS', resolve);
    return scriptText(script).includes('AFDate_');
  });
};

const scriptText = (script: unknown): string => {
  if (script instanceof PdfString) return script.asString();
  try {
    return script instanceof PdfStream ? Buffer.from(script.getDecodedData()).toString('latin1') : '';
  } catch {
    return '';
  }
};

/**
 * Removes fields and their widgets from the pages. The rest of the form stays: `inspectPdf` merges it into the pages.
 */
export const removeForm = (document: OpenPdf, taken: readonly FoundField[]): void => {
  const widgets = new Set(taken.map(({ widget }) => widget));
  for (const { dict } of document.pages) {
    const all = annotationsOf(dict, document.resolve);
    const left = all.filter(({ annotation }) => !widgets.has(annotation));
    if (left.length < all.length) dict.set('Annots', new PdfArray(left.map(({ item }) => item)));
  }
  // The structure tree may still refer to them.
  for (const widget of widgets) for (const key of [...widget.keys()]) widget.delete(key);
};
