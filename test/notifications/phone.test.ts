import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asE164 } from '../../lib/base/phone.ts';

describe('a phone number', () => {
  test.each([
    ['(212) 555-1212', '+12125551212'],
    ['212.555.1212', '+12125551212'],
    ['1-212-555-1212', '+12125551212'],
    ['+46766861004', '+46766861004'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['0043 664 123 45 67', '+436641234567'],
    ['+1 212 555 1212', '+12125551212'],
  ])('%s is dialled as %s', (written, dialled) => {
    expect(asE164(written)).toBe(dialled);
  });

  test.each(['', ' ', '12', '555-1212', '020 7946 0000', '+0123456789', '+1234567890123456', '()'])(
    'can’t be read from %j',
    (written) => {
      expect(asE164(written)).toBeNull();
    },
  );

  test('is not changed if it is in its international form', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (number) => {
        expect(asE164(number)).toBe(number);
      }),
    );
  });
});
