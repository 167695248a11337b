import { deflateRawSync } from 'node:zlib';
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

test('a record of an earlier version, which packed nothing, is read as it is', () => {
  expect(unpacked({ pk: 'A', ...members })).toEqual({ pk: 'A', ...members });
});

test('a record of an earlier version, which packed without a dictionary, is read from the table and from the stream', () => {
  const packed = deflateRawSync(JSON.stringify(members));
  expect(unpacked({ pk: 'A', packed })).toEqual({ pk: 'A', ...members });
  expect(unpacked({ pk: 'A', packed: packed.toString('base64') })).toEqual({ pk: 'A', ...members });
});

test('the dictionary is the one with which records were packed: without it they could not be read', () => {
  expect(sha256(PACKED_WORDS)).toBe('22f18aaf760892d5e13d0ee2c54c78d3a1bfa00e77c7c4a94b5b888f59928cf5');
});

test('members that are undefined are left out', () => {
  expect(unpacked({ packed: pack({ a: 1, b: undefined }) })).toEqual({ a: 1 });
});
