import { createPublicKey, type KeyObject } from 'node:crypto';
import { ATTRIBUTES, KEY_TYPES } from './cryptoki.ts';
import { HsmError } from './hsm-error.ts';

/** Reads an attribute of the key; undefined where it lacks it. */
export type ReadAttribute = (type: number) => Promise<Buffer | undefined>;

const KINDS = 'RSA of 2048 to 4096 bits, or elliptic on P-256 or P-384';

/** DER of the curves' object identifiers (RFC 5480 section 2.1.1.1), as CKA_EC_PARAMS holds them. */
const CURVES = [
  { crv: 'P-256', params: '06082a8648ce3d030107', coordinate: 32 },
  { crv: 'P-384', params: '06052b81040022', coordinate: 48 },
] as const;

/**
 * The public key that a token's attributes describe; undefined where they hold none. Throws an HsmError if the key is
 * of a kind that seals no documents.
 */
export const readPublicKey = async (read: ReadAttribute): Promise<KeyObject | undefined> => {
  const type = (await read(ATTRIBUTES.keyType))?.readUInt32LE();
  if (type === KEY_TYPES.rsa) return rsaKey(await read(ATTRIBUTES.modulus), await read(ATTRIBUTES.publicExponent));
  if (type === KEY_TYPES.ec) return ecKey(await read(ATTRIBUTES.ecParams), await read(ATTRIBUTES.ecPoint));
  throw new HsmError(`The HSM's key is of an unsupported kind; a seal key is ${KINDS}`);
};

const rsaKey = (modulus: Buffer | undefined, exponent: Buffer | undefined): KeyObject | undefined => {
  if (!modulus || !exponent) return undefined;
  const [n, e] = [modulus.toString('base64url'), exponent.toString('base64url')];
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < 2048 || bits > 4096) throw new HsmError(`The HSM's RSA key has ${bits} bits; a seal key is ${KINDS}`);
  return key;
};

const ecKey = (params: Buffer | undefined, point: Buffer | undefined): KeyObject | undefined => {
  if (!params || !point) return undefined;
  const curve = CURVES.find((one) => one.params === params.toString('hex'));
  if (!curve) throw new HsmError(`The HSM's elliptic key is on another curve; a seal key is ${KINDS}`);
  const { crv, coordinate } = curve;
  // The standard asks for an OCTET STRING around the point; some modules leave it out.
  const raw = point.subarray(point.length - 1 - 2 * coordinate);
  if (raw.length !== 1 + 2 * coordinate || raw[0] !== 4) throw new HsmError("The HSM's elliptic point is not whole");
  const [x, y] = [raw.subarray(1, 1 + coordinate), raw.subarray(1 + coordinate)].map((part) =>
    part.toString('base64url'),
  );
  return createPublicKey({ key: { kty: 'EC', crv, x, y } as never, format: 'jwk' });
};
