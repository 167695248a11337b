import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { secretMember } from '../../base/secret-members.ts';

/** A new password. Only its length matters (NIST SP 800-63B 3.1.1). */
export const NewPassword = secretMember(
  z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .meta({ description: 'At least 8 characters', example: 'correct horse battery staple' }),
);

/** A password that is checked. */
export const PresentedPassword = secretMember(z.string().min(1, 'must not be empty').max(200));

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB of memory (in KiB), two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The password's argon2id hash (RFC 9106) as a PHC string, which names its own parameters and salt. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...COST, nonce, message: messageOf(password) });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
};

/**
 * True if `password` is the one that was hashed. Without a hash, as for an unknown address, it takes the same time and
 * returns false.
 */
export const passwordMatches = async (hash: string | null | undefined, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = SHAPE.exec(hash ?? '') ?? [];
  if (!salt || !tag) {
    await hashPassword(password);
    return false;
  }
  const stored = Buffer.from(tag, 'base64');
  const derived = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: stored.length,
    nonce: Buffer.from(salt, 'base64'),
    message: messageOf(password),
  });
  return timingSafeEqual(stored, derived);
};

/** Keyboards encode the same character differently, so passwords are normalized (NFKC). */
const messageOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
