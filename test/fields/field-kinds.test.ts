import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { isStuck, missingFields } from '../../lib/fields/filled.ts';
import { withoutMarks } from '../../lib/fields/marks.ts';
import { byPlace } from '../../lib/fields/order.ts';
import { readValue } from '../../lib/fields/read-value.ts';
import { FIELD_TYPES, type FieldType } from '../../lib/fields/types.ts';
import { presentEnvelopeField } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { stampsOf } from '../../lib/signing/envelopes/rules/stamping.ts';
import { evidenceOf } from '../../lib/signing/envelopes/rules/value-evidence.ts';
import { newField } from '../../lib/signing/fields/rules.ts';
import type { FieldItem, ImageItem, RecipientItem } from '../../lib/storage/records/envelope.ts';

/**
 * What is stored, hashed and stamped of a value must stay the same byte for byte: sealed chains and documents have it.
 * The file was written once from these results. It changes only with a new kind, or with a decision.
 */
const VECTORS = JSON.parse(readFileSync('test/fields/field-kinds.json', 'utf8'));

const OPTIONS = [
  { id: 'a', label: 'Apple' },
  { id: '1', label: ' One\nTwo ' },
];
const GIVEN = [
  null,
  '',
  ' ',
  '\u2800',
  '\u200b',
  'Grüße \u0041\u030a\nzwei  \n drei',
  true,
  false,
  'true',
  'false',
  'a',
  'Apple',
  '12/31/2026',
  '1/2/2026',
  '2026-12-31',
  '2026-12-31T23:30:00-08:00',
  '2026-W53-4',
  '20261231',
  '02/30/2026',
];
const STORED = ['', 'signed', 'initialed', 'attached', 'true', 'false', 'a', 'two\n lines', '12/31/2026', '\u2800'];
const AT = '2026-11-12T22:13:14.000Z';
const MARKS = {
  signature_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  signed_at: AT,
  base64: 'x',
  name: 'plan \u202e.pdf',
  size: 3,
  mime: 'application/pdf',
  sha256: 'ab'.repeat(32),
  file: { key: 'k' },
  max_length: 30,
  date_format: 'dd.MM.yyyy',
  accept: ['pdf'],
};
const IMAGE = { id: MARKS.signature_id, image: new Uint8Array([137, 80, 78, 71]) } as ImageItem;
const SIGNER = {
  role_name: 'Buyer',
  status: 'submitted',
  first_name: 'Ada',
  last_name: 'Løve',
  locale: 'de-AT',
  timezone: 'Asia/Tokyo',
} as RecipientItem;
const CONTENT = { fields: [], recipients: [SIGNER], images: [IMAGE], envelope: { locale: 'en' } };

const fieldOf = (type: FieldType, more: Partial<FieldItem> = {}): FieldItem => ({
  ...newField({ name: 'f', role_name: 'Buyer', document_id: 'd', type }, { options: OPTIONS, required: true }),
  envelope_id: 'e',
  organization_id: 'o',
  value: null,
  prepared: false,
  signed_by: null,
  round: 0,
  prepared_value: null,
  ...more,
});

/** Settings with the marks that the platform stores with this kind of field. */
const marksOf = (type: FieldType): FieldItem['settings'] => {
  const { signature_id, signed_at, base64, name, size, mime, sha256, file, ...own } = MARKS;
  if (type === 'signature' || type === 'initial') return { ...own, signature_id, signed_at, base64 };
  return type === 'attachment' ? { ...own, name, size, mime, sha256, file } : own;
};

const vectorsOf = (type: FieldType) => ({
  made: fieldOf(type),
  read: GIVEN.map((given) => [given, readValue(fieldOf(type, { settings: { max_length: 12 } }), given)]),
  marksRemoved: withoutMarks(MARKS),
  values: [null, ...(type === 'timestamp' ? [AT] : STORED)].map((value) => {
    const field = fieldOf(type, { value, settings: marksOf(type) });
    const group = [
      { ...field, group: 'g' },
      fieldOf(type, { name: 'other', group: 'g', value: 'true', settings: marksOf(type) }),
    ];
    return {
      value,
      evidence: evidenceOf([field], [IMAGE]),
      stamps: stampsOf([field, { ...field, multiline: true }], CONTENT).map(({ image, ...stamp }) => ({
        ...stamp,
        image: image?.length,
      })),
      presented: presentEnvelopeField(field, [IMAGE], { locale: 'ar', timezone: null }),
      missing: [missingFields([field], 'Buyer'), missingFields(group, 'Buyer')],
      stuck: [
        isStuck(field, [field]),
        isStuck({ ...field, readonly: true }, [field]),
        isStuck({ ...field, options: [] }, [field]),
        isStuck({ ...field, readonly: true, group: 'g' }, group),
      ],
    };
  }),
});

describe('a value is stored, hashed, stamped and presented as ever', () => {
  test.each(FIELD_TYPES)('in a field of the kind %s', (type) => {
    expect(JSON.parse(JSON.stringify(vectorsOf(type)))).toEqual(VECTORS[type]);
  });

  test('and the recorded kinds are all that there are', () => {
    expect(Object.keys(VECTORS)).toEqual([...FIELD_TYPES]);
  });
});

test('a text whose settings name a signature is hashed and stamped as the text that it is', () => {
  const settings = { signature_id: IMAGE.id, signed_at: AT };
  const text = fieldOf('textbox', { value: 'yes', settings });
  expect(evidenceOf([text], [IMAGE])).toEqual([{ field: 'f', sha256: sha256('yes') }]);
  expect(stampsOf([text], CONTENT)[0]).not.toHaveProperty('image');
  expect(presentEnvelopeField(text, [IMAGE], { locale: 'en', timezone: null }).settings).toEqual(settings);
});

test('fields are read in the documents’ order, page by page, from the top left to the bottom right', () => {
  const documents = [
    { id: 'b', order: 0 },
    { id: 'a', order: 1 },
  ];
  const places = [
    ['b', 1, 500, 80],
    ['b', 1, 40, 40],
    ['b', 1, 40, 90],
    ['b', 2, 700, 10],
    ['a', 1, 700, 10],
  ] as const;
  const fields = places.map(([document_id, page, y, x], index) =>
    fieldOf('textbox', { name: String(index), document_id, page, x, y, height: 15 }),
  );
  expect(fields.toReversed().sort(byPlace(documents))).toEqual(fields);
});
