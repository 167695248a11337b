import { expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { pack, unpacked } from '../../lib/storage/engine/packed.ts';
import { PACKED_WORDS, PASSKEY_WORDS } from '../../lib/storage/engine/packed-words.ts';

const members = { name: 'Lease — ✒ 漢字', data: { nested: [1, null, { a: '' }] }, empty: null };

test('a record is read as it was packed, from the table and from Lambda’s stream, where its bytes are Base64', () => {
  const packed = pack(members);
  const base64 = Buffer.from(packed).toString('base64');
  expect(unpacked({ pk: 'A', version: 2, packed })).toEqual({ pk: 'A', version: 2, ...members });
  expect(unpacked({ pk: 'A', version: 2, packed: base64 })).toEqual({ pk: 'A', version: 2, ...members });
});

test('a signature by a passkey is packed with words of its own, and read the same way', () => {
  const signed = { events: [{ data: { passkey: { client_data_json: '{"type":"webauthn.get"}' } } }] };
  const packed = pack(signed);
  expect([packed[0], pack(members)[0]]).toEqual([2, 1]);
  expect(unpacked({ packed })).toEqual(signed);
});

test('a record of another form is refused with the number of its form', () => {
  const packed = Buffer.concat([Buffer.of(3), pack(members).subarray(1)]);
  expect(() => unpacked({ pk: 'A', packed })).toThrow('form 3');
});

test('the dictionary is the one with which records were packed: without it they could not be read', () => {
  expect(sha256(PACKED_WORDS)).toBe('22f18aaf760892d5e13d0ee2c54c78d3a1bfa00e77c7c4a94b5b888f59928cf5');
  expect(sha256(PASSKEY_WORDS)).toBe('a929de1dca1b97756963543584c7793d9e3106368d9118dd0b4815798d6b05d2');
});

test('members that are undefined are left out', () => {
  expect(unpacked({ packed: pack({ a: 1, b: undefined }) })).toEqual({ a: 1 });
});
