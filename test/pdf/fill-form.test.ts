import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { readFormFields } from '../../lib/pdf/form/form-fields.ts';
import type { OwnField } from '../../lib/pdf/form/own-field.ts';
import { takeInPdf } from '../../lib/pdf/intake/intake.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import type { StampField } from '../../lib/pdf/stamp/stamp.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import { checkSeal } from '../../lib/signing/validation/check-seal.ts';
import { FILLED_FORM, FORM_FILE } from './form-file.ts';
import { withStreams, withTable } from './make-pdf.ts';
import { signAs } from './sign-as.ts';
import { qpdfCheck, useSealKey } from './tools.ts';

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());

const options = { reason: 'All have signed', signingTime: new Date('2026-03-04T05:06:07Z') };
const takeIn = (bytes: Uint8Array) => takeInPdf(bytes, 'a.pdf', newBudget());

const TYPES = {
  text: 'textbox',
  checkbox: 'checkbox',
  radio: 'radio',
  choice: 'dropdown',
  signature: 'signature',
} as const;
type Values = Record<string, string>;

/** Fields for those of the form that have a value here. */
const stampsOf = (form: readonly OwnField[], values: Values): StampField[] =>
  form.flatMap(({ name, kind, ...place }) => {
    const value = values[name];
    return value === undefined ? [] : { ...place, type: TYPES[kind], value, form: { name, value } };
  });

const valuesIn = async (bytes: Uint8Array): Promise<Record<string, string>> =>
  Object.fromEntries(
    readFormFields(await openPdf(bytes)).map(({ name, choice, value }) => [choice ? `${name} ${choice}` : name, value]),
  );

const ALL: Values = {
  Name: 'Ada Lovelace 愛',
  City: '',
  Code: 'A-1815',
  Agreed: 'true',
  Colour: 'g',
  Tenant: 'Ada Lovelace',
};

describe('the form of a certified document', () => {
  test('is read with what each field takes, and says why nobody may fill a field in', async () => {
    const { form } = await takeIn(await signAs(withTable(FORM_FILE), { certifies: 2, locks: 'Include' }));
    const facts = form.map(({ name, kind, max_length, options, value, locked }) => ({
      name,
      kind,
      max_length,
      options,
      value,
      locked,
    }));
    expect(facts).toEqual([
      { name: 'Name', kind: 'text' },
      { name: 'City', kind: 'text', value: 'Vienna' },
      { name: 'Code', kind: 'text', max_length: 10 },
      { name: 'Agreed', kind: 'checkbox' },
      { name: 'Colour', kind: 'choice', options: ['r', 'g'] },
      { name: 'Pay', kind: 'radio', locked: expect.stringContaining('one of several buttons or places') },
      { name: 'Pay', kind: 'radio', locked: expect.stringContaining('one of several buttons or places') },
      { name: 'Amount', kind: 'text', locked: 'the signature of Countersign test seal locks it' },
      { name: 'Number', kind: 'text', value: '7', locked: 'it is read-only in the form' },
      { name: 'Tenant', kind: 'signature' },
    ]);
    expect((await takeIn(withTable(FORM_FILE))).form).toEqual([]);
  });

  test.each([
    ['a cross-reference table', withTable(FORM_FILE)],
    ['cross-reference streams', withStreams(FORM_FILE)],
  ])('holds the values that were filled in, and shows them, with %s', async (_, bytes) => {
    const sent = await signAs(bytes, { certifies: 2, locks: 'Include' });
    const { form } = await takeIn(sent);
    const stamps = stampsOf(form, ALL);
    const sealed = await stampAndSeal(sent, stamps, options);
    expect(Buffer.compare(sealed.bytes.subarray(0, sent.length), sent)).toBe(0);
    expect(qpdfCheck(sealed.bytes)).toMatch(/No syntax or stream encoding errors found/);
    expect(await valuesIn(sealed.bytes)).toEqual({
      Name: 'Ada Lovelace 愛',
      City: '',
      Code: 'A-1815',
      'Agreed Yes': 'true',
      Colour: 'g',
      'Pay Monthly': 'false',
      'Pay Yearly': 'false',
      Amount: '',
      Number: '7',
      Tenant: '',
    });
    const differences = await Promise.all(
      stamps
        .filter(({ value }) => value !== 'false')
        .map(async (one) => {
          const except = new Map([[1, stamps.filter((other) => other !== one).map((other) => ({ ...other }))]]);
          return (await comparePages(sent, sealed.bytes, { except })).length;
        }),
    );
    expect(differences).toEqual(differences.map(() => 1));
    const { state, signatures } = await checkSeal(sealed.bytes, { sealKeys: [], isKnown: false });
    expect(state).not.toBe('damaged');
    expect(signatures.map(({ field, intact }) => [field, intact])).toEqual([
      ['Law firm', true],
      ['Countersign seal', true],
    ]);
    if (process.env.KEEP) (await import('node:fs')).writeFileSync(`${process.env.KEEP}-${_.length}.pdf`, sealed.bytes);
  });

  test('shows a box that is checked no more as the file has it', async () => {
    const sent = await signAs(withTable(FILLED_FORM), { certifies: 2 });
    const { form } = await takeIn(sent);
    const { bytes } = await stampAndSeal(sent, stampsOf(form, { Agreed: 'false' }), options);
    expect((await comparePages(sent, bytes)).length).toBe(1);
    expect(await comparePages(withTable({ ...FILLED_FORM, 33: FORM_FILE[33] ?? '' }), bytes)).toEqual([]);
  });
});
