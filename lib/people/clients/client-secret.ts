import { HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import type { KeptSecret } from '../../storage/records/kept-secret.ts';

/** Time for which the secret before a rotation stays valid. */
const OVERLAP = 24 * HOUR;

/** Makes a first secret, which is never shown again, and its hash for storing. */
export const newClientSecret = () => {
  const client_secret = newSecret();
  const kept = { secret_hash: hashSecret(client_secret), previous_secret_hash: null, previous_secret_expires_at: null };
  return { client_secret, kept };
};

/** Makes a new secret, which is never shown again, and the hashes of it and of the previous one for storing. */
export const rotatedSecret = <T extends Pick<KeptSecret, 'secret_hash'>>({ secret_hash }: T) => {
  const client_secret = newSecret();
  const kept = {
    secret_hash: hashSecret(client_secret),
    previous_secret_hash: secret_hash,
    previous_secret_expires_at: timestampIn(OVERLAP),
  };
  return { client_secret, kept };
};

/** Time until which the previous secret is valid; null if it isn't any more. */
export const previousSecretEnds = ({ previous_secret_expires_at: at }: KeptSecret): string | null =>
  (at ?? '') > timestamp() ? at : null;

/** True for the hash of the client's current secret, or of the previous one during the overlap. */
export const isKeptHash = (client: KeptSecret, hash: string | undefined): boolean =>
  hash !== undefined &&
  (hash === client.secret_hash || (previousSecretEnds(client) !== null && hash === client.previous_secret_hash));

/** True if `secret` is the client's current one, or the previous one during the overlap. */
export const isSecretOf = (client: KeptSecret, secret: string): boolean =>
  isHashOf(client.secret_hash, secret) ||
  (previousSecretEnds(client) !== null && isHashOf(client.previous_secret_hash, secret));
