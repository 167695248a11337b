import type { Attribute, Cryptoki, TokenInfo } from './cryptoki.ts';
import { CryptokiError, HsmError } from './hsm-error.ts';

type Koffi = typeof import('koffi');

/** Position of each function in CK_FUNCTION_LIST (PKCS#11 v2.40, section 5.1), and the types of its arguments. */
const FUNCTIONS = {
  C_Initialize: [0, 'void *'],
  C_Finalize: [1, 'void *'],
  C_GetSlotList: [4, 'uint8', 'void *', 'void *'],
  C_GetTokenInfo: [6, 'ulong', 'void *'],
  C_OpenSession: [12, 'ulong', 'ulong', 'void *', 'void *', 'void *'],
  C_CloseSession: [13, 'ulong'],
  C_Login: [18, 'ulong', 'ulong', 'void *', 'ulong'],
  C_GetAttributeValue: [24, 'ulong', 'ulong', 'void *', 'ulong'],
  C_FindObjectsInit: [26, 'ulong', 'void *', 'ulong'],
  C_FindObjects: [27, 'ulong', 'void *', 'ulong', 'void *'],
  C_FindObjectsFinal: [28, 'ulong'],
  C_SignInit: [42, 'ulong', 'void *', 'ulong'],
  C_Sign: [43, 'ulong', 'void *', 'ulong', 'void *', 'void *'],
} as const;

type FunctionName = keyof typeof FUNCTIONS;

/** A structure of CK_ULONGs and pointers, or room for them. */
type Words = BigUint64Array;
type Call = (name: FunctionName, ...given: (number | bigint | Buffer | Words | null)[]) => Promise<void>;

const VERSION_ROOM = 8;
const POINTER = 8;
const CKF_OS_LOCKING_OK = 2n;
const CKF_SERIAL_SESSION = 4;
/** CKR_ATTRIBUTE_SENSITIVE, CKR_ATTRIBUTE_TYPE_INVALID. */
const NO_VALUE = [0x11, 0x12];
const TOKEN_INFO_ROOM = 512;
const MOST_OBJECTS = 8;
/** The longest signature is that of an RSA key of 8192 bits. */
const SIGNATURE_ROOM = 1024;

/**
 * Loads a PKCS#11 module (a shared library) into this process. Its calls run beside the event loop, because an HSM may
 * be far. Throws an HsmError if the module or the package that calls it is missing.
 */
export const loadModule = async (path: string): Promise<Cryptoki> => {
  const koffi = await importKoffi();
  const call = functionsOf(koffi, path);
  const address = (bytes: Buffer | Words): bigint => koffi.address(bytes);
  return {
    initialize: () => call('C_Initialize', new BigUint64Array([0n, 0n, 0n, 0n, CKF_OS_LOCKING_OK, 0n])),
    finalize: () => call('C_Finalize', null),
    tokens: () => tokensOf(call),
    openSession: async (slot) => {
      const session = new BigUint64Array(1);
      await call('C_OpenSession', slot, CKF_SERIAL_SESSION, null, null, session);
      return first(session);
    },
    closeSession: (session) => call('C_CloseSession', session),
    login: (session, user, pin) => {
      const bytes = Buffer.from(pin);
      return call('C_Login', session, user, bytes, bytes.length);
    },
    findObjects: (session, template) => find(call, session, template, address),
    attribute: (session, object, type) => attributeOf(call, { session, object, type }, address),
    signInit: (session, mechanism, key) =>
      call('C_SignInit', session, new BigUint64Array([BigInt(mechanism), 0n, 0n]), key),
    sign: async (session, data) => {
      const [signature, length] = [Buffer.alloc(SIGNATURE_ROOM), new BigUint64Array([BigInt(SIGNATURE_ROOM)])];
      await call('C_Sign', session, data, data.length, signature, length);
      return signature.subarray(0, Number(first(length)));
    },
  };
};

/** Loaded libraries. The process would crash if one were collected, and so unloaded, while its functions are in use. */
const libraries = new Map<string, ReturnType<Koffi['load']>>();

const importKoffi = async (): Promise<Koffi> => {
  if (process.platform === 'win32') throw new HsmError('Keys in an HSM are used on Linux and macOS alone');
  try {
    return (await import('koffi')).default as unknown as Koffi;
  } catch {
    throw new HsmError('A key in an HSM needs the package koffi, which is missing: npm install --no-save koffi@3');
  }
};

/** Finds the module's functions by its table: not every module exports them by their names. */
const functionsOf = (koffi: Koffi, path: string): Call => {
  const list: (bigint | null)[] = [null];
  try {
    const library = libraries.get(path) ?? koffi.load(path);
    libraries.set(path, library);
    const getList = library.func('C_GetFunctionList', 'ulong', [koffi.out(koffi.pointer('void *'))] as never);
    const returned = Number(getList(list));
    if (returned !== 0) throw new CryptokiError('C_GetFunctionList', returned);
  } catch (error) {
    if (error instanceof HsmError) throw error;
    throw new HsmError(`The HSM's module ${path} can't be loaded: ${(error as Error).message}`);
  }
  const [table] = list;
  if (!table) throw new HsmError("The HSM's module names no functions");
  const found = new Map<FunctionName, ReturnType<Koffi['decode']>>();
  for (const [name, [position, ...types]] of Object.entries(FUNCTIONS)) {
    const pointer = koffi.decode(table, VERSION_ROOM + position * POINTER, 'void *');
    if (!pointer) throw new HsmError(`The HSM's module lacks ${name}`);
    found.set(name as FunctionName, koffi.decode(pointer, koffi.proto('ulong', [...types])));
  }
  return (name, ...given) =>
    new Promise((resolve, reject) => {
      found.get(name).async(...given, (error: Error | null, returned: number | bigint) => {
        // Naming it here keeps the memory of what was given for as long as the call.
        if (error) reject(new HsmError(`${name} of the HSM's module can't be called with ${given.length} arguments`));
        else if (Number(returned) === 0) resolve();
        else reject(new CryptokiError(name, Number(returned)));
      });
    });
};

const first = (words: Words): bigint => words[0] ?? 0n;

const tokensOf = async (call: Call): Promise<TokenInfo[]> => {
  const count = new BigUint64Array(1);
  await call('C_GetSlotList', 1, null, count);
  const slots = new BigUint64Array(Number(first(count)));
  await call('C_GetSlotList', 1, slots, count);
  const tokens: TokenInfo[] = [];
  for (const slot of slots.subarray(0, Number(first(count)))) {
    const info = Buffer.alloc(TOKEN_INFO_ROOM);
    const isReadable = await call('C_GetTokenInfo', slot, info).then(
      () => true,
      () => false,
    );
    if (!isReadable) continue;
    // CK_TOKEN_INFO: label (32), manufacturer (32), model (16), serial number (16), flags.
    const text = (from: number, to: number): string => info.toString('utf8', from, to).trimEnd();
    tokens.push({ slot, label: text(0, 32), serial: text(80, 96), flags: Number(info.readBigUInt64LE(96)) });
  }
  return tokens;
};

type Address = (bytes: Buffer | Words) => bigint;

const find = async (
  call: Call,
  session: bigint,
  template: readonly Attribute[],
  address: Address,
): Promise<bigint[]> => {
  const words = new BigUint64Array(
    template.flatMap(([type, value]) => [BigInt(type), address(value), BigInt(value.length)]),
  );
  await call('C_FindObjectsInit', session, words, template.length);
  try {
    const [objects, count] = [new BigUint64Array(MOST_OBJECTS), new BigUint64Array(1)];
    await call('C_FindObjects', session, objects, MOST_OBJECTS, count);
    return [...objects.subarray(0, Number(first(count)))];
  } finally {
    await call('C_FindObjectsFinal', session);
  }
};

const attributeOf = async (
  call: Call,
  { session, object, type }: { session: bigint; object: bigint; type: number },
  address: Address,
): Promise<Buffer | undefined> => {
  // A null pointer asks for the length.
  const asked = new BigUint64Array([BigInt(type), 0n, 0n]);
  try {
    await call('C_GetAttributeValue', session, object, asked, 1);
  } catch (error) {
    if (error instanceof CryptokiError && NO_VALUE.includes(error.returned)) return undefined;
    throw error;
  }
  const value = Buffer.alloc(Number(asked[2]));
  if (value.length === 0) return undefined;
  await call(
    'C_GetAttributeValue',
    session,
    object,
    new BigUint64Array([BigInt(type), address(value), BigInt(value.length)]),
    1,
  );
  return value;
};
