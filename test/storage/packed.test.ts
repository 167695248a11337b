import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { pack, unpacked } from '../../lib/storage/engine/packed.ts';
import { PACKED_WORDS, PASSKEY_WORDS, SIGNER_WORDS } from '../../lib/storage/engine/packed-words.ts';

const members = { name: 'Lease — ✒ 漢字', data: { nested: [1, null, { a: '' }] }, empty: null };

test('a record is read as it was packed, from the table and from Lambda’s stream, where its bytes are Base64', () => {
  const packed = pack(members);
  const base64 = Buffer.from(packed).toString('base64');
  expect(unpacked({ pk: 'A', version: 2, packed })).toEqual({ pk: 'A', version: 2, ...members });
  expect(unpacked({ pk: 'A', version: 2, packed: base64 })).toEqual({ pk: 'A', version: 2, ...members });
});

test('hashes, keys and signatures take their own bytes and no more, and are read as they were', () => {
  const random = (size: number) => randomBytes(size);
  const rp_id = 'sign.example.com';
  const hashes = Array.from({ length: 20 }, () => random(32).toString('hex'));
  const passkey = {
    rp_id,
    public_key: random(77).toString('base64url'),
    authenticator_data: Buffer.concat([Buffer.from(sha256(rp_id), 'hex'), random(5)]).toString('base64url'),
    client_data_json: JSON.stringify({ type: 'webauthn.get', challenge: random(32).toString('base64url') }),
    signature: random(71).toString('base64url'),
  };
  const members = { hashes, passkey };
  const packed = pack(members);
  expect(unpacked({ packed })).toEqual(members);
  expect(packed.length).toBeLessThan(20 * 32 + 77 + 5 + 32 + 71 + 150);
});

test.each([
  ['control characters', '\u0001 \u0002a \u0003'],
  ['a word that is no bytes in base64url', `${'A'.repeat(42)}B`],
  ['a hash with a letter in capitals', `${'a'.repeat(63)}A`],
  ['a text longer than any key', 'x'.repeat(5000)],
  ['a host with a long label', { rp_id: `${'a'.repeat(44)}.example`, authenticator_data: 'AAAA' }],
  ['data that begin with the hash of another host', { rp_id: 'a.example', authenticator_data: 'A'.repeat(50) }],
  ['more hashes than have room', Array.from({ length: 3000 }, (_, at) => sha256(`${at}`))],
])('%s: read as it was packed', (_, value) => {
  expect(unpacked({ packed: pack({ value }) })).toEqual({ value });
});

test('any members are read as they were packed', () => {
  const words = fc.stringMatching(/^[A-Za-z0-9_-]{40,90}$/);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), words, fc.json())), (members) => {
      const same = JSON.parse(JSON.stringify(members));
      expect(unpacked({ packed: pack({ same }) })).toEqual({ same });
    }),
    { numRuns: 200 },
  );
});

test.each([
  [1, PACKED_WORDS],
  [2, PASSKEY_WORDS],
])('a record of the earlier form %i is read', (form, words) => {
  const deflated = deflateRawSync(JSON.stringify(members), { dictionary: Buffer.from(words) });
  expect(unpacked({ packed: Buffer.concat([Buffer.of(form), deflated]) })).toEqual(members);
});

test('a record of another form is refused with the number of its form', () => {
  const packed = Buffer.concat([Buffer.of(4), pack(members).subarray(1)]);
  expect(() => unpacked({ pk: 'A', packed })).toThrow('form 4');
});

test('the dictionary is the one with which records were packed: without it they could not be read', () => {
  expect(sha256(PACKED_WORDS)).toBe('22f18aaf760892d5e13d0ee2c54c78d3a1bfa00e77c7c4a94b5b888f59928cf5');
  expect(sha256(PASSKEY_WORDS)).toBe('a929de1dca1b97756963543584c7793d9e3106368d9118dd0b4815798d6b05d2');
  expect(sha256(SIGNER_WORDS)).toBe('8bfeb7fa7592e84101f7bc657a14ac5f8bba7629027840c827bc5a169dd13bcb');
});

test('members that are undefined are left out', () => {
  expect(unpacked({ packed: pack({ a: 1, b: undefined }) })).toEqual({ a: 1 });
});
