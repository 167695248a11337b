import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { BitString, fromBER } from 'asn1js';
import { AlgorithmIdentifier, PublicKeyInfo } from 'pkijs';
import { expect, test } from 'vitest';
import { isMadeBy } from '../../lib/pdf/trust/made-by.ts';

const ECDSA_SHA256 = new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' });
const data = new TextEncoder().encode('What was signed');

const infoOf = (key: KeyObject): PublicKeyInfo => {
  const der = Uint8Array.from(key.export({ type: 'spki', format: 'der' }));
  return new PublicKeyInfo({ schema: fromBER(der.buffer).result });
};

/**
 * A new key, and a signature of it whose second number begins with the zero that keeps it positive. The first number
 * doesn't end with a zero, because one that is put in the place of the other must be a change.
 */
const signed = () => {
  for (;;) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signature = new Uint8Array(sign('sha256', data, privateKey));
    const second = 4 + (signature[3] ?? 0);
    if (signature[second + 1] === 33 && signature[second - 1] !== 0)
      return { key: infoOf(publicKey), signature, second };
  }
};

const made = (key: PublicKeyInfo, signature: Uint8Array, digest?: string): Promise<boolean> =>
  isMadeBy(key, ECDSA_SHA256, new BitString({ valueHex: Uint8Array.from(signature).buffer }), data, digest);

test('an elliptic key’s signature holds, with its algorithm’s digest and with one that is named apart', async () => {
  const { key, signature } = signed();
  expect(await made(key, signature)).toBe(true);
  expect(await made(key, signature, 'SHA-256')).toBe(true);
  expect(await made(key, signature, 'SHA-384')).toBe(false);
});

test('an elliptic key’s signature does not hold after a change of any bit', async () => {
  const { key, signature } = signed();
  for (let bit = 0; bit < signature.length * 8; bit++) {
    const changed = Uint8Array.from(signature);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(await made(key, changed), `bit ${bit}`).toBe(false);
  }
});

test('an elliptic key’s signature holds in its one way of writing alone', async () => {
  const { key, signature, second } = signed();
  const asEnumerated = Uint8Array.from(signature);
  asEnumerated[2] = 0x0a;
  expect(await made(key, asEnumerated), 'a number of another type').toBe(false);
  const overwriting = Uint8Array.from(signature);
  overwriting[second + 2] = signature[second - 1] ?? 0;
  expect(await made(key, overwriting), 'a number that is too large').toBe(false);
  const longer = Uint8Array.from([0x30, 0x81, ...signature.subarray(1)]);
  expect(await made(key, longer), 'a length in more bytes than it needs').toBe(false);
  expect(await made(key, Uint8Array.from([...signature, 0])), 'followed by a byte').toBe(false);
});

test('nothing else lets the library check signatures', () => {
  const sources = globSync('lib/**/*.ts').filter((file) => readFileSync(file, 'utf8').includes("from 'pkijs'"));
  const checking = sources.filter((file) => /verifyWithPublicKey|\.verify\(\{/.test(readFileSync(file, 'utf8')));
  expect(checking).toEqual(['lib/pdf/trust/made-by.ts']);
});
