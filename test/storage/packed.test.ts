import { expect, test } from 'vitest';
import { pack, unpacked } from '../../lib/storage/engine/packed.ts';

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

test('members that are undefined are left out', () => {
  expect(unpacked({ packed: pack({ a: 1, b: undefined }) })).toEqual({ a: 1 });
});
