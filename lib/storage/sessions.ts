import { changeRecord, putRecord, removeRecord, writeItems } from './engine/client.ts';
import { commit, ifHeld } from './engine/commit.ts';
import { sessionKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { SessionItem, Strength } from './records/session.ts';

/** Place of a session. `owner_id`: the user, or the API key that opened it. */
export const sessionAt = (owner_id: string, id: string): At<SessionItem> => at(sessionKey(owner_id, id));

/** Makes the record of a new session. */
export const sessionRecord = (session: Omit<SessionItem, 'pk' | 'sk'>): SessionItem => ({
  ...sessionKey(session.owner_id, session.id),
  ...session,
});

/** Stores a session without other writes. */
export const storeSession = (session: SessionItem): Promise<void> => putRecord(session);

/**
 * Changes a session if its latest refresh token is still the one that was read; else undefined: another use was faster.
 */
export const rotateSession = (
  session: SessionItem,
  changes: Partial<SessionItem>,
): Promise<SessionItem | undefined> => {
  const { refresh_hash } = session;
  return ifHeld(() => changeRecord<SessionItem>(session, { set: changes, where: { refresh_hash } }));
};

/** Removes a session and returns it. */
export const removeSession = (owner_id: string, id: string): Promise<SessionItem | undefined> =>
  removeRecord<SessionItem>(sessionKey(owner_id, id));

export const removeSessions = (sessions: readonly SessionItem[]): Promise<void> => writeItems([], sessions);

/** Takes from a session that goes on as another profile the right of its earlier tokens to act as this one. */
export const leaveProfile = async ({ pk, sk }: SessionItem, profile_id: string): Promise<void> => {
  const change = { take: { profile_ids: new Set([profile_id]) }, where: PRESENT };
  await ifHeld(() => changeRecord<SessionItem>({ pk, sk }, change));
};

/** Changes of a session that moves to another profile. `keeps`: profiles as which its earlier tokens may still act. */
export interface Move {
  changes: Partial<SessionItem>;
  keeps: ReadonlySet<string> | null;
}

export const sessionWrites = {
  create: (session: SessionItem): Write => ({ put: session }),
  /** Moves the session to another generation, so that it continues; holds while it exists. */
  keep: (user_id: string, id: string, generation: string): Write => ({
    change: sessionKey(user_id, id),
    set: { generation },
    where: PRESENT,
  }),
  /** Notes what the session's person has proven; holds while it exists. */
  prove: (user_id: string, id: string, strength: Strength): Write => ({
    change: sessionKey(user_id, id),
    set: { strength },
    where: PRESENT,
  }),
  /** Holds for a session of a direct sign-in that hasn't ended. */
  move: (user_id: string, id: string, { changes, keeps }: Move): Write => ({
    change: sessionKey(user_id, id),
    set: changes,
    ...(keeps ? { add: { profile_ids: keeps } } : { unset: ['profile_ids'] }),
    where: { client_id: null },
  }),
};

/** The most sessions that one transaction can end beside the other writes of a change. */
const ENDED_AT_ONCE = 90;

/**
 * Makes `writes` and ends the sessions in one transaction; `refuse` as in `commit`. Sessions beyond the limit are ended
 * before it, which is harmless even if the transaction fails.
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
