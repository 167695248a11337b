/** A token in a slot. */
export interface TokenInfo {
  slot: bigint;
  label: string;
  serial: string;
  /** Bits of CK_TOKEN_INFO. */
  flags: number;
}

/** An attribute's type and the bytes of its value. */
export type Attribute = readonly [type: number, value: Buffer];

/**
 * The part of a PKCS#11 module (Cryptoki, OASIS PKCS#11 v2.40) that signing takes. Each function throws a CryptokiError
 * if the module answers anything but CKR_OK.
 */
export interface Cryptoki {
  initialize(): Promise<void>;
  finalize(): Promise<void>;
  tokens(): Promise<TokenInfo[]>;
  openSession(slot: bigint): Promise<bigint>;
  closeSession(session: bigint): Promise<void>;
  login(session: bigint, user: number, pin: string): Promise<void>;
  findObjects(session: bigint, template: readonly Attribute[]): Promise<bigint[]>;
  /** Undefined where the object lacks the attribute or doesn't reveal it. */
  attribute(session: bigint, object: bigint, type: number): Promise<Buffer | undefined>;
  signInit(session: bigint, mechanism: number, key: bigint): Promise<void>;
  sign(session: bigint, data: Buffer): Promise<Buffer>;
}

export const TOKEN_FLAGS = { loginRequired: 0x4, finalTry: 0x20000, pinLocked: 0x40000 } as const;
export const OBJECT_CLASSES = { publicKey: 2, privateKey: 3 } as const;
export const USERS = { user: 1, contextSpecific: 2 } as const;
export const MECHANISMS = { rsaPkcs: 0x1, ecdsa: 0x1041 } as const;
export const KEY_TYPES = { rsa: 0, ec: 3 } as const;
export const ATTRIBUTES = {
  class: 0x0,
  label: 0x3,
  keyType: 0x100,
  id: 0x102,
  modulus: 0x120,
  publicExponent: 0x122,
  ecParams: 0x180,
  ecPoint: 0x181,
  alwaysAuthenticate: 0x202,
} as const;

/** A CK_ULONG in the machine's own order of bytes: little-endian, wherever Node runs. */
export const ulong = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
