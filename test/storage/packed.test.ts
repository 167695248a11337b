import { expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { pack, unpacked } from '../../lib/storage/engine/packed.ts';
import { PACKED_WORDS } from '../../lib/storage/engine/packed-words.ts';

const members = { name: 'Lease — ✒ 漢字', data: { nested: [1, null, { a: '' }] }, empty: null };

test('a record is read as it was packed, from the table and from Lambda’s stream, where its bytes are Base64', () => {
  const packed = pack(members);
  const base64 = Buffer.from(packed).toString('base64');
  expect(unpacked({ pk: 'A', version: 2, packed })).toEqual({ pk: 'A', version: 2, ...members });
  expect(unpacked({ pk: 'A', version: 2, packed: base64 })).toEqual({ pk: 'A', version: 2, ...members });
});

test('a record of another form is refused with the number of its form', () => {
  const packed = Buffer.concat([Buffer.of(2), pack(members).subarray(1)]);
  expect(() => unpacked({ pk: 'A', packed })).toThrow('form 2');
});

test('the dictionary is the one with which records were packed: without it they could not be read', () => {
  expect(sha256(PACKED_WORDS)).toBe('22f18aaf760892d5e13d0ee2c54c78d3a1bfa00e77c7c4a94b5b888f59928cf5');
});

test('members that are undefined are left out', () => {
  expect(unpacked({ packed: pack({ a: 1, b: undefined }) })).toEqual({ a: 1 });
});
