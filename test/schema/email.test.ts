import { expect, test } from 'vitest';
import { Email } from '../../lib/base/common-schema.ts';
import { formatAddress } from '../../lib/notify/messages/address.ts';

test.each([
  'ada@example.com',
  "o'hara+_-x@mail.example.co.uk",
  'ADA.Lovelace@EXAMPLE.COM',
  'a@xn--bcher-kva.example',
  'a@example.xn--p1ai',
  `${'x'.repeat(64)}@example.com`,
])('%s is accepted, and a mail to it can be written', (address) => {
  expect(Email.safeParse(address).success).toBe(true);
  expect(formatAddress({ name: 'Ada', address })).toContain(address);
});

test.each([
  '"a b"@example.com',
  '"ab"@example.com',
  'a b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a,b@example.com',
  'a@b@example.com',
  '<a@example.com>',
  'ä@example.com',
  '\u212Aate@example.com',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@exa_mple.com',
  'a@-example.com',
  'a@example.com.',
  'a@example.com\nbcc: b@example.com',
  `${'x'.repeat(65)}@example.com`,
  `a@${'x'.repeat(64)}.com`,
  `a@${'example.'.repeat(40)}com`,
])('%j is refused: no mail would arrive', (address) => {
  expect(Email.safeParse(address).success).toBe(false);
});
