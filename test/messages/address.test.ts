import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../../lib/notify/messages/address.ts';

const address = 'ada@example.com';

test('names are quoted, and encoded where they are not ASCII', () => {
  expect(formatAddress({ address })).toBe(address);
  expect(formatAddress({ name: ' ', address })).toBe(address);
  expect(formatAddress({ name: 'Lovelace, Ada', address })).toBe('"Lovelace, Ada" <ada@example.com>');
  expect(formatAddress({ name: 'Ada "A" \\', address })).toBe('"Ada \\"A\\" \\\\" <ada@example.com>');
  expect(formatAddress({ name: 'Jürgen', address })).toBe('=?UTF-8?B?SsO8cmdlbg==?= <ada@example.com>');
});

test('no name breaks out of its place, and every one can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const formatted = formatAddress({ name, address });
      expect(formatted).toMatch(/^[\x20-\x7e]*ada@example\.com>?$/);
      const words = formatted.match(/=\?UTF-8\?B\?[^?]+\?=/g) ?? [];
      for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
      if (/[^\x20-\x7e]/.test(name) && words.length > 0) {
        const read = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');
        expect(read).toBe(name.replace(/\p{Cc}+/gu, ' ').trim());
      }
    }),
  );
});

test('a malformed address is refused', () => {
  for (const bad of ['', 'ada', 'ada@a b', 'a@b\r\nBcc: c@d', 'a@b, c@d', 'a@b> <c@d'])
    expect(() => formatAddress({ address: bad })).toThrow();
});

test('the platform’s own address is read with and without a name', () => {
  expect(parseAddress('Countersign <mail@example.com>')).toEqual({ name: 'Countersign', address: 'mail@example.com' });
  expect(parseAddress('"Sign, Ltd" <mail@example.com>')).toEqual({ name: 'Sign, Ltd', address: 'mail@example.com' });
  expect(parseAddress(' mail@example.com ')).toEqual({ address: 'mail@example.com' });
});
