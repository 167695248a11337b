import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readValue } from '../../lib/fields/read-value.ts';
import { fitsValidator } from '../../lib/fields/texts/text-problem.ts';
import { FIELD_TYPES } from '../../lib/fields/types.ts';
import { VALIDATORS } from '../../lib/fields/validators.ts';
import { firstRepeated } from '../../lib/signing/fields/rules.ts';

const options = [{ id: 'a', label: 'A' }];

describe('readValue', () => {
  test.each([
    ['textbox', 'text', 'text'],
    ['textarea', 'two\nlines', 'two\nlines'],
    ['textbox', '', null],
    ['checkbox', true, 'true'],
    ['radio', 'false', 'false'],
    ['dropdown', 'a', 'a'],
    ['dropdown', '', null],
    ['date', '2026-12-31', '12/31/2026'],
    ['date', '2026-12-31T23:30:00-05:00', '12/31/2026'],
    ['date', '2/3/2026', '02/03/2026'],
    ['date', null, null],
    ['signature', undefined, null],
  ] as const)('reads a %s given %j as %j', (type, given, value) => {
    expect(readValue({ type, options }, given)).toEqual({ value });
  });

  test.each([
    ['checkbox', 'yes'],
    ['dropdown', 'A'],
    ['date', '31/12/2026'],
    ['date', '2026-02-30'],
    ['signature', 'signed'],
    ['timestamp', '2026-01-01'],
  ] as const)('refuses a %s given %j', (type, given) => {
    expect(readValue({ type, options }, given)).toHaveProperty('problem');
  });

  test('reads a stored value as the same value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FIELD_TYPES),
        fc.oneof(fc.string(), fc.boolean(), fc.constant(null)),
        (type, given) => {
          const once = readValue({ type, options }, given);
          if ('value' in once) expect(readValue({ type, options }, once.value)).toEqual(once);
        },
      ),
    );
  });
});

describe('fitsValidator', () => {
  test.each([
    ['email', 'ada@example.com', 'ada@example'],
    ['phone', '+1 (202) 555-0147', 'call me'],
    ['url', 'https://example.com/a?b=c', 'example'],
    ['postal_code', 'SW1A 1AA', '!'],
    ['number', '123', '1.5'],
    ['date', '2026-12-31', 'tomorrow'],
  ])('%s takes %s and refuses %s', (validator, good, bad) => {
    expect([fitsValidator(validator, good), fitsValidator(validator, bad)]).toEqual([true, false]);
  });

  test('without a validator everything fits', () => {
    expect(fitsValidator(null, 'anything')).toBe(true);
  });

  test('answers for any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VALIDATORS), fc.string({ maxLength: 5000 }), (validator, text) => {
        expect(typeof fitsValidator(validator, text)).toBe('boolean');
      }),
    );
  });
});

describe('fields among each other', () => {
  test('the first repeated name is found', () => {
    expect([firstRepeated(['a', 'b', 'a', 'b']), firstRepeated(['a', 'b'])]).toEqual(['a', undefined]);
  });
});
