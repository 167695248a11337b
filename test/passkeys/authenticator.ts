import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Answered, Api, Person } from '../api.ts';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url');

/** The pages' address in these tests: the local platform's port at a name, because passkeys know no IP addresses. */
export const originOf = ({ url }: Pick<Api, 'url'>): string => `http://localhost:${new URL(url).port}`;

/** Has the pages at a name while `run` runs. */
export const atName = async <T>(api: Api, run: () => Promise<T>): Promise<T> => {
  const restore = setEnvironment({ APP_URL: originOf(api) });
  try {
    return await run();
  } finally {
    restore();
  }
};

/** A passkey in a software authenticator. */
export interface KeyPair {
  id: string;
  handle: string;
  privateKey: KeyObject;
  /** Signatures so far; a synced passkey doesn't count. */
  count: number;
  synced: boolean;
}

/** Faults of an authenticator or a page. */
export interface Mischief {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** False if the authenticator has not verified the person. */
  verified?: boolean;
  count?: number;
  handle?: string | null;
  /** Changes bytes of the signature. */
  tampers?: boolean;
  id?: string;
  /** Writes something in a form that libraries let pass and others can't read. */
  odd?: 'key' | 'text' | 'signature';
  /** Says otherwise whether the passkey can be synced. */
  synced?: boolean;
}

const flagsOf = (key: KeyPair, { verified = true, synced = key.synced }: Mischief, attests: boolean): number =>
  0x01 | (verified ? 0x04 : 0) | (synced ? 0x18 : 0) | (attests ? 0x40 : 0);

const clientData = (api: Api, type: string, challenge: string, mischief: Mischief): Buffer => {
  const json = JSON.stringify({
    type: mischief.type ?? type,
    challenge: mischief.challenge ?? challenge,
    origin: mischief.origin ?? originOf(api),
    crossOrigin: mischief.crossOrigin ?? false,
    ...(mischief.odd === 'text' ? { other: 'é' } : {}),
  });
  // One byte for the letter is no UTF-8.
  return Buffer.from(json, mischief.odd === 'text' ? 'latin1' : 'utf8');
};

const authenticatorData = (key: KeyPair, mischief: Mischief, attested: Uint8Array = Buffer.alloc(0)): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(mischief.count ?? key.count);
  const flags = flagsOf(key, mischief, attested.length > 0);
  return Buffer.concat([sha256(mischief.rpId ?? 'localhost'), Buffer.from([flags]), count, attested]);
};

/** Makes a passkey for these options (`navigator.credentials.create`): the key, and the credential's JSON. */
export const makePasskey = (
  api: Api,
  options: { challenge: string; user: { id: string } },
  { synced = false, ...mischief }: Mischief = {},
) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const key: KeyPair = { id: b64(id), handle: options.user.id, privateKey, count: synced ? 0 : 1, synced };
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // A COSE key in CBOR: kty EC2, alg ES256, crv P-256, x, y.
  const cose = Buffer.concat([
    // With the optional list of what the key is for (RFC 9052 7.1).
    Buffer.from(mischief.odd === 'key' ? 'a601020326048102' : 'a501020326', 'hex'),
    Buffer.from('2001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const data = authenticatorData(key, mischief, attested);
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ]);
  const credential = {
    id: key.id,
    rawId: key.id,
    type: 'public-key',
    response: {
      clientDataJSON: b64(clientData(api, 'webauthn.create', options.challenge, mischief)),
      attestationObject: b64(attestationObject),
      transports: ['internal'],
    },
  };
  return { key, credential };
};

/** Has a passkey sign for these options (`navigator.credentials.get`): the credential's JSON. */
export const signWithPasskey = (
  api: Api,
  key: KeyPair,
  { challenge }: { challenge: string },
  mischief: Mischief = {},
) => {
  if (!key.synced) key.count += 1;
  const json = clientData(api, 'webauthn.get', challenge, mischief);
  const data = authenticatorData(key, mischief);
  const made = sign('sha256', Buffer.concat([data, sha256(json)]), key.privateKey);
  // BER allows a length in more bytes than it needs.
  const signature = mischief.odd === 'signature' ? Buffer.concat([Buffer.from([0x30, 0x81]), made.subarray(1)]) : made;
  if (mischief.tampers) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  const id = mischief.id ?? key.id;
  const userHandle = mischief.handle === undefined ? key.handle : mischief.handle;
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: b64(json), authenticatorData: b64(data), signature: b64(signature), userHandle },
  };
};

const bodyOf = <B>({ status, body }: Answered<B>): B => {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Adds a passkey to the person's account, and returns its key and id. */
export const addPasskey = async (
  api: Api,
  person: Person,
  { synced = false, proof = { password: person.password } as object } = {},
): Promise<{ key: KeyPair; passkey_id: string }> => {
  const options = bodyOf(await api.as(person).startPasskey({ body: proof }));
  const { key, credential } = makePasskey(api, options, { synced });
  const { id: passkey_id } = bodyOf(await api.as(person).createPasskey({ body: { credential, name: 'Laptop' } }));
  return { key, passkey_id };
};

/** Signs in with the passkey alone. */
export const signIn = async (api: Api, key: KeyPair, mischief: Mischief = {}) => {
  const options = bodyOf(await api.anyone.startPasskeySignIn({ body: {} }));
  return api.anyone.signInWithPasskey({ body: { credential: signWithPasskey(api, key, options, mischief) } });
};
