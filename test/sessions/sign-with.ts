import { createHash } from 'node:crypto';
import { signDigest } from '../../lib/aws/keys/signing-key.ts';
import { config, type TokenKind } from '../../lib/base/config.ts';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The `kid` of the key that signs tokens of this kind now. */
export const kidOf = (kind: TokenKind): string => JSON.parse(config.tokenJwks(kind)).keys[0].kid;

/**
 * A token as somebody could make it who may sign with the key of one kind: any claims, any header. The platform itself
 * signs no such tokens.
 */
export const signWith = async (kind: TokenKind, claims: object, header: object = {}): Promise<string> => {
  const parts = `${encoded({ alg: 'ES256', typ: 'JWT', kid: kidOf(kind), ...header })}.${encoded(claims)}`;
  const digest = createHash('sha256').update(parts).digest();
  const signature = await signDigest(config.tokenKey(kind), digest, 'ES256');
  return `${parts}.${Buffer.from(signature).toString('base64url')}`;
};
