import { networkOf } from '../../aws/net/network.ts';
import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import { attemptsAt, knownAttemptsAt } from '../../storage/attempts.ts';
import type { At } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { Attempts } from '../../storage/records/attempts.ts';
import type { VisitorKind } from '../../storage/records/mailed-codes.ts';
import type { NetworkItem } from '../../storage/records/network.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { networkAt, networkWrite } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { type AttemptLimit, countAttemptAt, countInWindow } from '../attempts/attempts.ts';
import { NETWORK_LIMIT } from '../attempts/limits.ts';
import { deviceOf, newDeviceToken } from '../sessions/device-token.ts';

/** A visitor who tries an account's secret. */
export interface Visitor {
  kind: VisitorKind;
  /** The device's id or the network's hash; empty for a stranger. */
  id: string;
}

/** The network that asks for a mail, as a message request names it. */
export const askersNetwork = ({ ip }: Origin): string => sha256(networkOf(ip)).slice(0, 16);

const NETWORK_LIFE = (90 * DAY) / SECOND;

/** Place of the record that the user has signed in from the request's network before. */
export const ownNetworkAt = (user_id: string, origin: Origin): At<NetworkItem> =>
  networkAt(user_id, networkHash(user_id, origin));

const networkHash = (user_id: string, { ip }: Origin): string => sha256(`${user_id}:${networkOf(ip)}`).slice(0, 32);

/** The write that records the request's network as the user's; it belongs to the sign-in. */
export const ownNetwork = (user_id: string, origin: Origin): Write =>
  networkWrite(user_id, networkHash(user_id, origin), epochSeconds() + NETWORK_LIFE);

/** Classifies the visitor. `network`: the record at `ownNetworkAt`. */
export const visitorOf = (user: UserItem | undefined, network: NetworkItem | undefined, origin: Origin): Visitor => {
  const device = deviceOf(user, origin.device ?? { presented: [] });
  if (user && device) return { kind: 'device', id: device };
  if (user && network && network.ttl > epochSeconds()) {
    return { kind: 'network', id: networkHash(user.id, origin) };
  }
  return { kind: 'stranger', id: '' };
};

/** Gives the device a token, by which it is known the next time. */
export const knowDevice = (user: Pick<UserItem, 'email' | 'password_hash'>, origin: Origin): void => {
  const token = newDeviceToken(user);
  if (origin.device && token) origin.device.issued = { token, email: user.email };
};

/** A secret, and whose it is. */
interface Secret {
  kind: 'password' | 'mfa';
  /** Subject by which strangers' attempts are counted. */
  subject: string;
  user_id: string;
}

/**
 * Counts an attempt before the secret is checked, for the visitor and for the visitor's network. Throws
 * `too_many_requests` if either is at its limit (a known visitor's network is counted, but never blocks that visitor).
 * Two writes, even if there is no such account. `place`: the record to remove after a right secret.
 */
export const countGuess = async (
  { kind, subject, user_id }: Secret,
  { kind: visitor, id }: Visitor,
  origin: Origin,
  limit: AttemptLimit,
): Promise<{ left: number; place: At<Attempts> }> => {
  const seconds = await countInWindow(`${kind}-network`, networkOf(origin.ip), NETWORK_LIMIT);
  if (seconds > 0 && visitor === 'stranger') return fail('too_many_requests', { seconds });
  const place = visitor === 'stranger' ? attemptsAt(kind, subject) : knownAttemptsAt(user_id, kind, id);
  return { ...(await countAttemptAt(kind, place, limit)), place };
};
