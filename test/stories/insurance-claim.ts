/**
 * The claim of DocuSeal's request 523: the damage that is chosen decides which fields are asked for. The adjuster signs
 * after the claimant, and sees rules over what that one has submitted.
 */
const at = (index: number) => ({ document_id: 0, page: 1, x: 40, y: 740 - index * 22 });

const named = (index: number, name: string, type: string, more: Record<string, unknown> = {}) => ({
  name,
  type,
  role_name: 'Claimant',
  ...at(index),
  ...more,
});

const shownIf = (button: string, more: Record<string, unknown> = {}) => ({
  settings: { rules: { show: { field: button, is: 'equals', value: 'true' } }, ...more },
});

export const CLAIM_FIELDS = [
  named(0, 'water', 'radio', { group: 'damage', required: true, label: 'Water' }),
  named(1, 'mould', 'radio', { group: 'damage', label: 'Mould' }),
  named(2, 'depth', 'textbox', { ...shownIf('water'), required: true, label: 'Depth of the water in cm' }),
  named(3, 'pumped_out', 'checkbox', shownIf('water')),
  named(4, 'area', 'textbox', { ...shownIf('mould'), required: true, label: 'Area with mould in m²' }),
  named(5, 'since', 'date', shownIf('mould')),
  named(6, 'price', 'textbox', { required: true }),
  named(7, 'cost', 'textbox', {
    settings: {
      rules: {
        value: {
          round: {
            if: { field: 'mould', is: 'equals', value: 'true' },
            then: { product: [{ field: 'area' }, { field: 'price' }] },
            else: { field: 'price' },
          },
          digits: 2,
        },
      },
    },
  }),
  named(8, 'police', 'textbox', {
    settings: { rules: { require: { field: 'cost', is: 'above', value: 10_000 } } },
    label: 'File number of the police',
  }),
  named(9, 'signature-Claimant', 'signature', { required: true }),
  named(11, 'inspection', 'textbox', {
    role_name: 'Adjuster',
    required: true,
    settings: {
      rules: {
        show: {
          all: [
            { group_of: 'water', is: 'equals', value: 'mould' },
            { field: 'cost', is: 'filled' },
          ],
        },
      },
    },
  }),
  named(12, 'signature-Adjuster', 'signature', { role_name: 'Adjuster', required: true }),
];
