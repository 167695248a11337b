import type { JSONWebKeySet, JWTPayload, JWTVerifyOptions } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import { jwtVerify } from 'jose/jwt/verify';
import { now, SECOND } from '../../base/clock.ts';
import { fetchFromProvider } from './oidc-fetch.ts';

/** Algorithms of signatures: asymmetric ones alone, so that no public key passes for a shared secret (RFC 8725 2.1). */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Time between two readings of the keys that anybody could cause. */
const PAUSE = 10 * SECOND;

/** The public keys of a provider, read when they are needed. */
export interface ProviderKeys {
  /**
   * Verifies a token's signature and the claims that `options` name; returns its claims. A key that is unknown has the
   * keys read once more, `eager`: even if that was done a moment ago. Throws errors of `jose`, and `UnreachableError`.
   */
  verify: (token: string, options: JWTVerifyOptions, reading?: { eager?: boolean }) => Promise<JWTPayload>;
}

/** Keys at this address (RFC 7517). */
export const newKeySet = (jwks_uri: string): ProviderKeys => {
  let held: { keys: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;
  const read = async () => {
    const answer = await fetchFromProvider(jwks_uri, { headers: { accept: 'application/json' } });
    if (answer.status !== 200) throw new Error(`its keys answer with status ${answer.status}`);
    held = { keys: createLocalJWKSet((await answer.json()) as JSONWebKeySet), at: now().getTime() };
    return held;
  };
  return {
    verify: async (token, options, { eager = false } = {}) => {
      const isFresh = held === undefined;
      const { keys, at } = held ?? (await read());
      const by = async (set: typeof keys) =>
        (await jwtVerify(token, set, { ...options, algorithms: ALGORITHMS, currentDate: now() })).payload;
      try {
        return await by(keys);
      } catch (error) {
        const isUnknown = (error as { code?: string }).code === 'ERR_JWKS_NO_MATCHING_KEY';
        if (!isUnknown || isFresh || !(eager || now().getTime() - at >= PAUSE)) throw error;
        return await by((await read()).keys);
      }
    },
  };
};
