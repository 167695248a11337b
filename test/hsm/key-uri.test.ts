import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTES, ulong } from '../../infra/local/hsm/cryptoki.ts';
import { readKeyUri } from '../../infra/local/hsm/key-uri.ts';
import { readPublicKey } from '../../infra/local/hsm/public-key.ts';

const MODULE = '?module-path=/lib/hsm.so';

describe('a PKCS#11 URI (RFC 7512)', () => {
  test('names module, token, key and the file with the PIN', () => {
    expect(
      readKeyUri(
        'pkcs11:token=My%20seal;serial=00ff;slot-id=7;object=key%3B1;id=%01%AB;type=private?module-path=/lib/hsm.so&pin-source=file:/run/pin',
      ),
    ).toEqual({
      modulePath: '/lib/hsm.so',
      token: 'My seal',
      serial: '00ff',
      slotId: 7,
      object: 'key;1',
      id: Buffer.from([1, 0xab]),
      pinSource: '/run/pin',
    });
    expect(readKeyUri(`pkcs11:slot-id=0;id=a${MODULE}`)).toEqual({
      modulePath: '/lib/hsm.so',
      slotId: 0,
      id: Buffer.from('a'),
    });
  });

  test.each([
    ['kms:seal', 'is named pkcs11:token='],
    ['pkcs11:token=a;object=b', 'module-path is missing'],
    ['pkcs11:token=a;object=b?module-path=hsm.so', 'absolute path'],
    [`pkcs11:object=b${MODULE}`, 'names no token'],
    [`pkcs11:token=a${MODULE}`, 'names no key'],
    [`pkcs11:token=a;object=b;slot-id=first${MODULE}`, 'decimal number'],
    [`pkcs11:token=a;object=b;type=cert${MODULE}`, 'type'],
    [`pkcs11:token=a;token=c;object=b${MODULE}`, 'token stands twice'],
    [`pkcs11:token=a;object=%zz${MODULE}`, 'hexadecimal'],
    [`pkcs11:token=;object=b${MODULE}`, 'token in the PKCS#11 URI is not empty'],
    [`pkcs11:token=a;object=b${MODULE}&pin-value=840219`, 'SEAL_PIN or pin-source'],
    [`pkcs11:token=a;object=b;840219${MODULE}`, 'unknown part'],
  ])('%s is refused, and the refusal repeats no value', (uri, said) => {
    expect(() => readKeyUri(uri)).toThrow(said);
    expect(() => readKeyUri(uri)).not.toThrow('840219');
  });
});

const rsa = (bits: number): Map<number, Buffer> => {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
  return new Map([
    [ATTRIBUTES.keyType, ulong(0)],
    [ATTRIBUTES.modulus, Buffer.from(n, 'base64url')],
    [ATTRIBUTES.publicExponent, Buffer.from(e, 'base64url')],
  ]);
};
const elliptic = (params: string, point: Buffer): Map<number, Buffer> =>
  new Map([
    [ATTRIBUTES.keyType, ulong(3)],
    [ATTRIBUTES.ecParams, Buffer.from(params, 'hex')],
    [ATTRIBUTES.ecPoint, point],
  ]);
const read = (attributes: Map<number, Buffer>): Promise<KeyObject | undefined> =>
  readPublicKey(async (type) => attributes.get(type));

describe('public keys', () => {
  test('are RSA of 2048 bits and more, and points with and without their OCTET STRING', async () => {
    expect((await read(rsa(2048)))?.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-97);
    for (const written of [point, Buffer.concat([Buffer.from([4, 97]), point])]) {
      expect((await read(elliptic('06052b81040022', written)))?.equals(publicKey)).toBe(true);
    }
  });

  test.each<[string, Map<number, Buffer>, string]>([
    ['RSA of 1024 bits', rsa(1024), '1024 bits'],
    ['of another kind', new Map([[ATTRIBUTES.keyType, ulong(0x40)]]), 'unsupported kind'],
    ['on P-521', elliptic('06052b81040023', Buffer.alloc(133)), 'another curve'],
    ['with half a point', elliptic('06052b81040022', Buffer.alloc(60)), 'not whole'],
  ])('%s are refused with what a seal key may be', async (_name, attributes, said) => {
    await expect(read(attributes)).rejects.toThrow(said);
  });
});
