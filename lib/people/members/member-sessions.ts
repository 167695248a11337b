import { fail } from '../../base/errors.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import { leaveProfile, removeSessions } from '../../storage/sessions.ts';
import { demandToDismiss } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { describeAct } from '../administration/act.ts';
import type { LoginSession } from '../sessions/login-session-schema.ts';
import { presentSessions } from '../sessions/present-sessions.ts';
import { liveSessions } from '../sessions/session-store.ts';
import { demandOver } from './demand-over.ts';
import { readMember } from './member-store.ts';

type Target = ProfileItem & { user_id: string };

/**
 * Reads a member whose sessions the caller may look at and end: one whom the caller may remove. Throws `not_found`, or
 * `forbidden`.
 */
const readBelow = async (caller: UserCaller, profile_id: string): Promise<Target> => {
  const member = await readMember(caller, profile_id);
  demandToDismiss(caller, member.roles);
  await demandOver(caller, member);
  return member;
};

/** The same for an act, which isn't for the caller's own sessions: throws `own_profile`. */
const readOther = (caller: UserCaller, profile_id: string): Promise<Target> =>
  profile_id === caller.profile_id ? fail('own_profile') : readBelow(caller, profile_id);

/** Sessions in which the account acts as this member. Those in its other organizations aren't this one's concern. */
const sessionsAs = async ({ id, user_id }: Target): Promise<SessionItem[]> =>
  (await liveSessions(user_id)).filter(({ profile_id }) => profile_id === id);

/**
 * Lists the sessions in which a member acts in the caller's organization, the newest first. Throws `not_found`, and
 * `forbidden` for a member who may do what the caller may not.
 */
export const listMemberSessions = async (caller: UserCaller, profile_id: string): Promise<LoginSession[]> => {
  const member = await readBelow(caller, profile_id);
  return presentSessions(await sessionsAs(member), caller.session_id);
};

/**
 * Ends one of these sessions; with an application's session its others as this member end, too. Throws `not_found` for
 * any other session, and `own_profile`.
 */
export const endMemberSession = async (caller: UserCaller, profile_id: string, session_id: string): Promise<void> => {
  const member = await readOther(caller, profile_id);
  const sessions = await sessionsAs(member);
  const { id, client_id } = sessions.find((session) => session.id === session_id) ?? fail('not_found');
  await end(
    member,
    sessions.filter((session) => session.id === id || (client_id !== null && session.client_id === client_id)),
  );
};

/**
 * Ends all of them, and what is left to act as the member in a session that goes on in another organization. Returns
 * the number of ended sessions. Throws as `endMemberSession`.
 */
export const endMemberSessions = async (caller: UserCaller, profile_id: string): Promise<number> => {
  const member = await readOther(caller, profile_id);
  const all = await liveSessions(member.user_id);
  const ended = all.filter((session) => session.profile_id === member.id);
  const elsewhere = all.filter((session) => session.profile_id !== member.id && session.profile_ids?.has(member.id));
  await end(member, ended);
  for (const session of elsewhere) await leaveProfile(session, member.id);
  return ended.length;
};

const end = async (member: Target, sessions: readonly SessionItem[]): Promise<void> => {
  describeAct({
    object: { id: member.id, name: `${member.first_name} ${member.last_name}` },
    changes: [{ member: 'ended_sessions', to: sessions.length }],
  });
  await removeSessions(sessions);
};
