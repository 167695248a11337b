import { timestamp } from '../../base/clock.ts';
import { orFail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Muted } from '../../storage/records/user.ts';
import { muteWrites, userAt } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import { reachesAccount } from '../profiles/profile-store.ts';
import { APP_KINDS, EMAIL_KINDS } from './notification-kinds.ts';
import type { NotificationPreferences, NotificationPreferencesChange } from './notification-preferences-schema.ts';

const NOTHING: Muted = { app: [], email: [] };

/** The person's choice of notifications: all, unless they have switched some off. One read. */
export const readPreferences = async ({ user_id }: UserCaller): Promise<NotificationPreferences> =>
  presentPreferences(orFail(await readAt(userAt(user_id)), 'unauthorized').muted);

/**
 * Switches kinds of notifications on or off, in all of the person's organizations, from the next event on. Throws
 * `provider_session` if the session is good for one of several alone.
 */
export const changePreferences = async (caller: UserCaller, given: NotificationPreferencesChange) => {
  if (!(await reachesAccount(caller))) demandOwnAccount(caller);
  return change(
    async () => orFail(await readAt(userAt(caller.user_id)), 'unauthorized'),
    (user) => {
      const before = user.muted ?? NOTHING;
      const muted = { app: switched(before.app, given.app), email: switched(before.email, given.email) };
      return { writes: muteWrites(user, muted, timestamp()), answer: presentPreferences(muted) };
    },
  );
};

/** The kinds that are off after the change, by name. */
const switched = (
  off: readonly string[],
  given: Readonly<Record<string, boolean | null | undefined>> | null | undefined,
): string[] => {
  const changes = Object.entries(given ?? {}).filter(([, on]) => typeof on === 'boolean');
  const changed = new Set(changes.map(([kind]) => kind));
  return [...off.filter((kind) => !changed.has(kind)), ...changes.flatMap(([kind, on]) => (on ? [] : [kind]))].sort();
};

const presentPreferences = ({ app, email }: Muted = NOTHING): NotificationPreferences => ({
  app: onOf(APP_KINDS, app),
  email: onOf(EMAIL_KINDS, email),
});

const onOf = <Kind extends string>(kinds: readonly Kind[], off: readonly string[]): Record<Kind, boolean> =>
  Object.fromEntries(kinds.map((kind) => [kind, !off.includes(kind)])) as Record<Kind, boolean>;
