import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import { FIELD_KINDS } from '../../fields/kinds.ts';
import type { OpenPage, OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { type FoundField, ownKind, readFormFields } from '../form/form-fields.ts';
import { formHolders } from '../form/form-holders.ts';
import { takes } from '../form/own-field.ts';
import { drawWidget } from './draw-widget.ts';
import type { Stamper, StampField } from './stamp.ts';
import type { Place, StampWidget } from './stamp-form.ts';

/** The fields of a document's own form that were filled in. */
export interface FilledForm {
  /** Its signature fields, which get the caller's signature. */
  signed: StampWidget[];
  /** Objects that were changed. */
  changed: PdfRef[];
  /** Places on pages that show something else now. */
  places: Place[];
  /** Fields that are none of the form's. */
  rest: StampField[];
}

/**
 * Writes values into the fields of a signed document's own form that `form` names, with their appearances: texts,
 * choices and boxes. Pictures of signatures become the look of its signature fields. What is empty stays as it
 * is, unless the form has a value there. Values that aren't drawn are written, too. The caller saves the document.
 */
export const fillForm = (document: OpenPdf, fields: readonly StampField[], stamper: Stamper): FilledForm => {
  const filled: FilledForm = { signed: [], changed: [], places: [], rest: [] };
  if (!fields.some(({ form }) => form)) return { ...filled, rest: [...fields] };
  const holders = formHolders(document);
  const all = readFormFields(document);
  for (const field of fields) {
    const { form, type } = field;
    const found = all.find(({ name }) => name === form?.name);
    const holder = holders.get(found?.name ?? '');
    const isOne = found && holder?.dict === found.widget && takes(ownKind(found), FIELD_KINDS[type].value);
    if (isOne && holder?.ref) fill({ document, stamper, ref: holder.ref, found, filled }, field);
    else filled.rest.push(field);
  }
  return filled;
};

interface Filling {
  document: OpenPdf;
  stamper: Stamper;
  ref: PdfRef;
  found: FoundField;
  filled: FilledForm;
}

const fill = (filling: Filling, field: StampField): void => {
  const { kind } = filling.found;
  if (kind === 'checkbox') tick(filling, field.form?.value === 'true');
  else if (kind === 'signature') sign(filling, field);
  else write(filling, field);
};

/** A text, or the option of a choice. */
const write = (filling: Filling, field: StampField): void => {
  const { document, found } = filling;
  const { widget, kind, value: old } = found;
  const value = (kind === 'choice' ? field.form?.value : field.value) ?? '';
  if (value === '' && old === '') return;
  widget.set('V', PdfString.fromString(value));
  // Indices of chosen options would contradict the value.
  widget.delete('I');
  const cells = cellsOf(widget, document.resolve);
  const look = drawn(filling, value === '' ? [] : inCells({ ...field, ...found.box }, cells), old !== '');
  widget.set('AP', PdfDict.of({ N: look }));
};

/** Flags of a text field (ISO 32000-2 table 231): Comb, and those that make it mean nothing. */
const COMB = 1 << 24;
const NO_COMB = (1 << 12) | (1 << 13) | (1 << 20);

/** The number of equal cells into which a text is written; none for an ordinary text. */
const cellsOf = (field: PdfDict, resolve: Resolve): number | undefined => {
  const [flags, most] = [inherited(field, 'Ff', resolve), inherited(field, 'MaxLen', resolve)];
  const isComb = flags instanceof PdfNumber && flags.value & COMB && !(flags.value & NO_COMB);
  return isComb && most instanceof PdfNumber && most.value > 0 ? most.value : undefined;
};

const inCells = (field: StampField, cells: number | undefined): StampField[] => {
  const letters = [...new Intl.Segmenter('en').segment(field.value)].map(({ segment }) => segment);
  if (!cells || letters.length > cells) return [field];
  const width = field.width / cells;
  return letters.flatMap((value, index) =>
    value.trim() === '' ? [] : { ...field, value, x: field.x + index * width, width, centred: true },
  );
};

const tick = (filling: Filling, isChecked: boolean): void => {
  const { widget, value, box, page } = filling.found;
  if (isChecked === (value === 'true')) return;
  const states = widget.getDict('AP', filling.document.resolve)?.getDict('N', filling.document.resolve);
  const checked = [...(states?.keys() ?? [])].find((state) => state.value !== 'Off');
  const state = (isChecked && checked) || PdfName.of('Off');
  const mark: StampField = { ...box, page, type: 'checkbox', value: 'true' };
  const looks = new PdfDict();
  for (const [key, look] of states ?? []) looks.set(key, look);
  // Both looks stand on the one that the box has while it isn't checked.
  widget.set('AS', PdfName.of('Off'));
  looks.set(state, drawn(filling, isChecked ? [mark] : [], !isChecked && !states?.has('Off')));
  widget.set('V', state);
  widget.set('AS', state);
  widget.set('AP', PdfDict.of({ N: looks }));
};

const sign = (filling: Filling, field: StampField): void => {
  const { filled, found, ref } = filling;
  const { widget, box } = found;
  if (field.value === '' || widget.has('V')) return;
  widget.set('AP', PdfDict.of({ N: drawn(filling, [{ ...field, ...box }], false) }));
  filled.signed.push({ ref, widget, isOwn: true });
};

/**
 * Draws what the field's box shows from now on: on what it shows now, unless `isOver` an old value. Looks for a mouse
 * over it go: nobody has seen them.
 */
const drawn = (
  { document, stamper, filled, found, ref }: Filling,
  fields: readonly StampField[],
  isOver: boolean,
): PdfRef => {
  const { page, box, widget } = found;
  filled.changed.push(ref);
  filled.places.push({ page, ...box });
  const target = { document, stamper, page: document.pages[page - 1] as OpenPage, widget };
  return drawWidget(target, fields, isOver ? 'empty' : 'as it is');
};
