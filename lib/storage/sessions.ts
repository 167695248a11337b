import { changeRecord, putRecord, removeRecord, writeItems } from './client.ts';
import { commit, ifHeld } from './commit.ts';
import { sessionKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { SessionItem } from './records/session.ts';
import { PRESENT } from './where.ts';
import type { Write } from './write.ts';

/** `owner_id`: the user, or the API key that opened it. */
export const sessionAt = (owner_id: string, id: string): At<SessionItem> => at(sessionKey(owner_id, id));

/** A new session, ready to be stored. */
export const sessionRecord = (session: Omit<SessionItem, 'pk' | 'sk'>): SessionItem => ({
  ...sessionKey(session.owner_id, session.id),
  ...session,
});

/** Stores a session that begins with nothing else. */
export const storeSession = (session: SessionItem): Promise<void> => putRecord(session);

/** Changes a session while its latest refresh token is the one with this hash; undefined where it isn't. */
export const rotateSession = (
  session: SessionItem,
  refresh_hash: string,
  changes: Partial<SessionItem>,
): Promise<SessionItem | undefined> =>
  ifHeld(() => changeRecord<SessionItem>(session, { set: changes, where: { refresh_hash } }));

/** Removes a session; answers it as it was. */
export const removeSession = (owner_id: string, id: string): Promise<SessionItem | undefined> =>
  removeRecord<SessionItem>(sessionKey(owner_id, id));

export const removeSessions = (sessions: readonly SessionItem[]): Promise<void> => writeItems([], sessions);

/** What a session becomes that acts as another profile. `keeps`: its tokens go on acting as these, too. */
export interface Move {
  changes: Partial<SessionItem>;
  keeps: ReadonlySet<string> | null;
}

export const sessionWrites = {
  create: (session: SessionItem): Write => ({ put: session }),
  /** Lets the session live on in another generation; holds while it is there. */
  keep: (user_id: string, id: string, generation: string): Write => ({
    change: sessionKey(user_id, id),
    set: { generation },
    where: PRESENT,
  }),
  /** Holds for a session of the user's own sign-in that hasn't ended. */
  move: (user_id: string, id: string, { changes, keeps }: Move): Write => ({
    change: sessionKey(user_id, id),
    set: changes,
    ...(keeps ? { add: { profile_ids: keeps } } : { unset: ['profile_ids'] }),
    where: { client_id: null },
  }),
};

/** As many as one transaction can end beside the few other writes of a change. */
const ENDED_AT_ONCE = 90;

/**
 * Writes `writes` and ends the sessions in one transaction; `refuse` as in `commit`. Of more sessions than fit, the others
 * end before it: ending them is harmless if that is all that happens.
 */
export const commitEnding = async (
  sessions: readonly SessionItem[],
  writes: readonly Write[],
  refuse: (index: number) => never,
): Promise<void> => {
  await writeItems([], sessions.slice(ENDED_AT_ONCE));
  const ending = sessions.slice(0, ENDED_AT_ONCE).map(({ pk, sk }): Write => ({ remove: { pk, sk } }));
  await commit([...writes, ...ending], { refuse });
};
