import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The least that argon2 costs. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 } as const;

const { argon2 } = crypto;

const shared: { recordedSalts?: Set<string> } = globalThis as object;
/** Salts of hashes that were recorded at their real cost; all files of a process share them. */
const recorded = shared.recordedSalts ?? new Set<string>();
shared.recordedSalts = recorded;

const saltOf = (hash: string): string => Buffer.from(hash.split('$').at(-2) ?? '', 'base64').toString('hex');

/** Lets this hash, which was recorded outside of the tests, be compared at its real cost. */
export const compareAtRealCost = (hash: string): void => {
  recorded.add(saltOf(hash));
};

/**
 * Hashes passwords at the least cost in test files: thousands of people sign up, and each hash takes 20 ms. Nothing in
 * the product knows of it, so no setting weakens a platform; `test/users/password.test.ts` tests the real cost.
 */
const quickArgon2 = (
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
  done: (error: Error | null, tag: NonSharedBuffer) => void,
): void => {
  const salt = Buffer.from(parameters.nonce as Uint8Array).toString('hex');
  argon2(algorithm, recorded.has(salt) ? parameters : { ...parameters, ...LEAST }, done);
};

// Files that share a process come here one after the other.
if (argon2.name !== quickArgon2.name) {
  crypto.argon2 = quickArgon2;
  syncBuiltinESMExports();
}
