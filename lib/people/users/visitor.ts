import { networkOf } from '../../aws/net/network.ts';
import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { Key } from '../../storage/key.ts';
import { attemptsKey, knownAttemptsKey, networkKey } from '../../storage/keys.ts';
import type { Standing } from '../../storage/records/mailed-codes.ts';
import type { NetworkItem } from '../../storage/records/network.ts';
import type { UserItem } from '../../storage/records/user.ts';
import type { Origin } from '../access/origin.ts';
import { deviceOf, newDeviceToken } from '../sessions/device-token.ts';
import { type AttemptLimit, countAttemptAt, countInWindow } from './attempts.ts';
import { NETWORK_LIMIT } from './limits.ts';

/** Who guesses at an account's secret. */
export interface Visitor {
  standing: Standing;
  /** The device's id or the network's hash; empty for a stranger. */
  id: string;
}

/** The network that a mail is asked for from, as a message request names it. */
export const askersNetwork = ({ ip }: Origin): string => sha256(networkOf(ip)).slice(0, 16);

const NETWORK_LIFE = (90 * DAY) / SECOND;

/** Where it stands whether the user has signed in from the request's network before. */
export const ownNetworkKey = (user_id: string, { ip }: Origin): Key =>
  networkKey(user_id, sha256(`${user_id}:${networkOf(ip)}`).slice(0, 32));

/** The item that makes the request's network one of the user's: written with what signs the user in. */
export const ownNetwork = (user_id: string, origin: Origin): NetworkItem => ({
  ...ownNetworkKey(user_id, origin),
  ttl: epochSeconds() + NETWORK_LIFE,
});

/** Who asks. `network`: what stands at `ownNetworkKey`. */
export const visitorOf = (user: UserItem | undefined, network: Key | undefined, origin: Origin): Visitor => {
  const device = deviceOf(user, origin.device ?? { presented: [] });
  if (user && device) return { standing: 'device', id: device };
  const { ttl = 0 } = (network ?? {}) as Partial<NetworkItem>;
  if (user && network && ttl > epochSeconds()) return { standing: 'network', id: network.sk };
  return { standing: 'stranger', id: '' };
};

/** Answers the device a token, so that it is known the next time. */
export const knowDevice = (user: Pick<UserItem, 'email' | 'password_hash'>, origin: Origin): void => {
  const token = newDeviceToken(user);
  if (origin.device && token) origin.device.issued = { token, email: user.email };
};

/** Which secret is guessed at, of whom. */
interface Secret {
  kind: 'password' | 'mfa';
  /** By what strangers' guesses are counted. */
  subject: string;
  user_id: string;
}

/**
 * Counts a guess before the secret is looked at, for the visitor and for the visitor's network; 429 where either is at its
 * limit (a known visitor's network is counted, but never holds that visitor up). Two writes, whoever asks and whether or
 * not there is such an account. `key`: what to remove once the guess was right.
 */
export const countGuess = async (
  { kind, subject, user_id }: Secret,
  { standing, id }: Visitor,
  origin: Origin,
  limit: AttemptLimit,
): Promise<{ left: number; key: Key }> => {
  const seconds = await countInWindow(`${kind}-network`, networkOf(origin.ip), NETWORK_LIMIT);
  if (seconds > 0 && standing === 'stranger') return fail('too_many_requests', { seconds });
  const key = standing === 'stranger' ? attemptsKey(kind, subject) : knownAttemptsKey(user_id, kind, id);
  return { ...(await countAttemptAt(key, limit)), key };
};
