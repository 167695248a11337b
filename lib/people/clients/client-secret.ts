import { HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import type { KeptSecret } from '../../storage/records/kept-secret.ts';

/** How long the secret before a rotation lives on. */
const OVERLAP = 24 * HOUR;

/** A first secret, which nobody sees again, and what is kept of it. */
export const newClientSecret = () => {
  const client_secret = newSecret();
  const kept = { secret_hash: hashSecret(client_secret), previous_secret_hash: null, previous_secret_expires_at: null };
  return { client_secret, kept };
};

/** Another secret, which nobody sees again, and what is kept of it and of the one before. */
export const rotatedSecret = <T extends Pick<KeptSecret, 'secret_hash'>>({ secret_hash }: T) => {
  const client_secret = newSecret();
  const kept = {
    secret_hash: hashSecret(client_secret),
    previous_secret_hash: secret_hash,
    previous_secret_expires_at: timestampIn(OVERLAP),
  };
  return { client_secret, kept };
};

/** Until when the secret before the latest rotation is taken too; null where it isn't any more. */
export const previousSecretEnds = ({ previous_secret_expires_at: at }: KeptSecret): string | null =>
  (at ?? '') > timestamp() ? at : null;

/** True for the hash of the client's current secret, or of the one before while the overlap lasts. */
export const isKeptHash = (client: KeptSecret, hash: string | undefined): boolean =>
  hash !== undefined &&
  (hash === client.secret_hash || (previousSecretEnds(client) !== null && hash === client.previous_secret_hash));

/** True if `secret` is the client's current one, or the one before while the overlap lasts. */
export const isSecretOf = (client: KeptSecret, secret: string): boolean =>
  isHashOf(client.secret_hash, secret) ||
  (previousSecretEnds(client) !== null && isHashOf(client.previous_secret_hash, secret));
