import { HsmError } from './hsm-error.ts';

/** A key in a token of a PKCS#11 module, as its URI names it. */
export interface KeyUri {
  modulePath: string;
  token?: string;
  serial?: string;
  slotId?: number;
  /** The key's label. */
  object?: string;
  id?: Buffer;
  /** File with the PIN. */
  pinSource?: string;
}

const ALLOWED =
  'pkcs11:token=<label>;object=<label>?module-path=<file>, also with serial, slot-id, id and pin-source (RFC 7512)';

const PATH_NAMES = ['token', 'serial', 'slot-id', 'object', 'id', 'type'];
const QUERY_NAMES = ['module-path', 'pin-source'];

/** Reads a PKCS#11 URI (RFC 7512) of a private key. Throws an HsmError that says what is allowed. */
export const readKeyUri = (uri: string): KeyUri => {
  if (!uri.startsWith('pkcs11:')) throw new HsmError(`A key in an HSM is named ${ALLOWED}`);
  const [path = '', query = ''] = uri.slice('pkcs11:'.length).split('?', 2);
  const values = new Map([...pairs(path, ';', PATH_NAMES), ...pairs(query, '&', QUERY_NAMES)]);
  const text = (name: string): string | undefined => values.get(name)?.toString('utf8');

  const modulePath = text('module-path');
  if (!modulePath?.startsWith('/')) {
    throw new HsmError("module-path is missing in the PKCS#11 URI: it is the absolute path of the HSM's module");
  }
  const [token, serial, slot, object, id] = [
    text('token'),
    text('serial'),
    text('slot-id'),
    text('object'),
    values.get('id'),
  ];
  if (token === undefined && serial === undefined && slot === undefined) {
    throw new HsmError('The PKCS#11 URI names no token: it has token, serial or slot-id');
  }
  if (object === undefined && id === undefined) throw new HsmError('The PKCS#11 URI names no key: it has object or id');
  if (slot !== undefined && !/^\d{1,9}$/.test(slot)) {
    throw new HsmError('slot-id in the PKCS#11 URI is a decimal number of at most nine digits');
  }
  const type = text('type') ?? 'private';
  if (type !== 'private') throw new HsmError('type in the PKCS#11 URI is private, because the key signs');
  const pinSource = text('pin-source')?.replace(/^file:(\/\/)?/, '');
  return {
    modulePath,
    ...(token === undefined ? {} : { token }),
    ...(serial === undefined ? {} : { serial }),
    ...(slot === undefined ? {} : { slotId: Number(slot) }),
    ...(object === undefined ? {} : { object }),
    ...(id === undefined ? {} : { id }),
    ...(pinSource === undefined ? {} : { pinSource }),
  };
};

const pairs = (text: string, separator: string, names: readonly string[]): [string, Buffer][] => {
  const seen = new Set<string>();
  return text
    .split(separator)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      if (name === 'pin-value') throw new HsmError('No PIN stands in the PKCS#11 URI: give SEAL_PIN or pin-source');
      // Values aren't repeated: a PIN may be among them by mistake.
      if (!names.includes(name)) throw new HsmError(`The PKCS#11 URI has an unknown part; a key is named ${ALLOWED}`);
      if (seen.has(name)) throw new HsmError(`${name} stands twice in the PKCS#11 URI`);
      seen.add(name);
      return [name, decoded(name, pair.slice(equals + 1))];
    });
};

const decoded = (name: string, value: string): Buffer => {
  if (value === '' || /%(?![\da-f]{2})/i.test(value)) {
    throw new HsmError(`${name} in the PKCS#11 URI is not empty, and % begins two hexadecimal digits in it`);
  }
  const parts = value.match(/%[\da-f]{2}|[^%]+/gi) ?? [];
  return Buffer.concat(
    parts.map((part) => (part.startsWith('%') ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
  );
};
