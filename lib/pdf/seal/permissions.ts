import { PdfArray, PdfDict, type PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import type { Resolve } from '../file/page-box.ts';
import type { SignedField } from '../file/signature-fields.ts';

/**
 * Changes that a signature permits after it. `signing`: others may sign, and show what they fill in. `filling`: as a
 * certification permits it, forms may be filled in, and others may sign, but no page gets a new visible field.
 * `nothing`: not even another signature.
 */
export type Permitted = 'signing' | 'filling' | 'nothing';

type Signed = Pick<SignedField, 'field' | 'value'>;

/** Finds what a signature permits: its certification (DocMDP) and the fields that it locks (FieldMDP). */
export const permittedBy = (signed: Signed, resolve: Resolve): Permitted => {
  const found = rulesOf(signed, resolve).flatMap((rule) => ruleOf(rule, resolve));
  const lock = signed.field.getDict('Lock', resolve);
  if (lock) found.push(fieldsOf(lock, resolve), lock.has('P') ? levelOf(lock, resolve, 3) : 'signing');
  return ORDER.find((one) => found.includes(one)) ?? 'signing';
};

/** Names of the fields that a signature locks by their names: those below them are locked, too. */
export const lockedBy = (signed: Signed, resolve: Resolve): string[] => {
  const rules = rulesOf(signed, resolve).filter((rule) => methodOf(rule, resolve) === 'FieldMDP');
  const locks = [
    ...rules.map((rule) => rule.getDict('TransformParams', resolve)),
    signed.field.getDict('Lock', resolve),
  ];
  return locks.flatMap((lock) => {
    const names = lock && fieldsOf(lock, resolve) === 'signing' ? lock.get('Fields', resolve) : undefined;
    return names instanceof PdfArray
      ? [...names].flatMap((item) => {
          const name = item instanceof PdfRef ? resolve(item) : item;
          return name instanceof PdfString ? name.asString() : [];
        })
      : [];
  });
};

const rulesOf = ({ value }: Signed, resolve: Resolve): PdfDict[] => {
  const references = value.get('Reference', resolve);
  return (references instanceof PdfArray ? [...references] : []).flatMap((item) => {
    const rule = item instanceof PdfRef ? resolve(item) : item;
    return rule instanceof PdfDict ? rule : [];
  });
};

const methodOf = (rule: PdfDict, resolve: Resolve): string | undefined =>
  (rule.get('TransformMethod', resolve) as PdfName | undefined)?.value;

/** The strictest first. */
const ORDER: readonly Permitted[] = ['nothing', 'filling', 'signing'];

const ruleOf = (rule: PdfDict, resolve: Resolve): Permitted => {
  const method = methodOf(rule, resolve);
  const parameters = rule.getDict('TransformParams', resolve) ?? new PdfDict();
  if (method === 'DocMDP') return levelOf(parameters, resolve, 2);
  return method === 'FieldMDP' ? fieldsOf(parameters, resolve) : 'signing';
};

/** ISO 32000-2 table 257: 1 permits nothing, 2 forms and signatures, 3 annotations too. */
const levelOf = (holder: PdfDict, resolve: Resolve, otherwise: number): Permitted => {
  const level = holder.get('P', resolve);
  return (level instanceof PdfNumber ? level.value : otherwise) >= 2 ? 'filling' : 'nothing';
};

/** ISO 32000-2 table 259: a rule that names the fields that it locks leaves new ones free; the others lock them. */
const fieldsOf = (holder: PdfDict, resolve: Resolve): Permitted =>
  (holder.get('Action', resolve) as PdfName | undefined)?.value === 'Include' ? 'signing' : 'nothing';
