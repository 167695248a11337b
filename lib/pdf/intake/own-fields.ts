import { PdfNumber } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { type FoundField, ownKind, readFormFields } from '../form/form-fields.ts';
import { type FormHolder, formHolders } from '../form/form-holders.ts';
import type { OwnField } from '../form/own-field.ts';
import type { FieldLock } from './signed-file.ts';

/** In bytes, as JSON: the record of a document has room for so much. Fields beyond it can't be filled in. */
const LARGEST_FORM = 60_000;

/**
 * Reads the fields of a signed document's form that pages show and that hold no signature yet, each with the reason why
 * it can't be filled in, if there is one. Of a field with several places, the first stands for all, but for buttons
 * that exclude each other. A form that can't be read has none.
 */
export const readOwnFields = (document: OpenPdf, locks: readonly FieldLock[]): OwnField[] => {
  const holders = formHolders(document);
  const seen = new Set<string>();
  let room = LARGEST_FORM;
  return fieldsOf(document).flatMap((found) => {
    const holder = holders.get(found.name);
    const isOther = found.kind === 'radio' || !seen.has(found.name);
    seen.add(found.name);
    if (!isOther || (found.kind === 'signature' && holder?.dict.has('V'))) return [];
    const locked = lockOf(found, holder, locks, document.resolve);
    const own = { ...ownField(found), ...(locked ? { locked } : {}) };
    room -= Buffer.byteLength(JSON.stringify(own));
    return room < 0 ? [] : own;
  });
};

const fieldsOf = (document: OpenPdf): FoundField[] => {
  try {
    return readFormFields(document);
  } catch {
    return [];
  }
};

const ownField = (found: FoundField): OwnField => {
  const { name, kind, page, box, maxLength, value, options } = found;
  return {
    name,
    kind: ownKind(found),
    page,
    x: thousandths(box.x),
    y: thousandths(box.y),
    width: thousandths(box.width),
    height: thousandths(box.height),
    ...(maxLength === null ? {} : { max_length: Math.max(maxLength, value.length) }),
    ...(kind === 'choice' ? { options: options.map(({ id }) => id) } : {}),
    ...(value === '' || value === 'false' ? {} : { value }),
  };
};

const thousandths = (points: number): number => Math.round(points * 1000) / 1000;

/** Flags of fields that hold texts (ISO 32000-2 table 231): Password, FileSelect and RichText. */
const SPECIAL_TEXT = (1 << 13) | (1 << 20) | (1 << 25);

/** The annotation flag LockedContents (ISO 32000-2 table 167). */
const LOCKED_CONTENTS = 512;

const SEVERAL =
  'it is one of several buttons or places, and not all readers of signatures take a change of those for filling in';

const lockOf = (
  { name, kind, readonly, widget, choice }: FoundField,
  holder: FormHolder | null | undefined,
  locks: readonly FieldLock[],
  resolve: Resolve,
): string | undefined => {
  if (!holder) return 'several fields of the form have this name';
  const by = locks.find(({ names }) => names.some((one) => one === name || name.startsWith(`${one}.`)));
  if (by) return `the signature of ${by.signer} locks it`;
  if (readonly || flagsOf(widget.get('F', resolve)) & LOCKED_CONTENTS) return 'it is read-only in the form';
  if (!holder.ref) return 'it is part of another object of the file';
  // Validators such as pyHanko take a change of annotations without a name for more than filling in.
  if (holder.widgets.some(({ dict }) => dict !== holder.dict)) return SEVERAL;
  const isSpecial = kind === 'text' && flagsOf(inherited(holder.dict, 'Ff', resolve)) & SPECIAL_TEXT;
  if (isSpecial) return 'it is for a password, a file or formatted text';
  if (kind === 'checkbox' && choice === null) return 'it has no look for being checked';
  if (kind !== 'signature') return undefined;
  if (holder.dict.has('Lock')) return 'signing it would lock the document';
  return holder.dict.has('SV') ? 'it asks for a signature of a certain kind' : undefined;
};

const flagsOf = (flags: unknown): number => (flags instanceof PdfNumber ? flags.value : 0);
