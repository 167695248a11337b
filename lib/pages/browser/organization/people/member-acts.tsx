import { effectivePermissions } from '../../../../people/access/permissions.ts';
import type { Member } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActButton, ActForm, Danger, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask, me } from '../../user/session.ts';
import { pagedList } from '../parts/list-state.ts';
import { tell } from '../parts/notice.tsx';
import { mayAppoint, mayDismiss, mayGive } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { showSessions } from './member-sessions.tsx';
import { RemoveMember } from './remove-member.tsx';
import { RoleChoice, roleOf } from './roles.tsx';

/** The members, and what may be done with one. */

const PATH = '/v2/organization-members';

export const members = pagedList<Member>(async () => ({ rows: await ask<Member[]>('GET', PATH), next: null }));

export const nameOf = ({ first_name, last_name }: Pick<Member, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** Nobody changes whoever may do what they may not. */
const isBelow = ({ roles, permissions }: Member): boolean => mayGive([...effectivePermissions(roles, permissions)]);

export const mayChange = (member: Member): boolean => mayAppoint(member.roles) && isBelow(member);

/** True if the user may lock the member or remove them. */
export const mayRemove = (member: Member): boolean =>
  member.id !== me.value?.id && mayDismiss(member.roles) && isBelow(member);

/**
 * Carries out an act on a member and shows its result in the list. Where somebody else was faster and the member is
 * gone, the list is read again.
 */
const act = async (
  member: Member,
  method: 'PUT' | 'PATCH' | 'DELETE',
  { body, query = '' }: { body?: object; query?: string },
): Promise<void> => {
  try {
    const changed = await ask<Member>(method, `${PATH}/${member.id}${query}`, body);
    members.change((rows) =>
      rows.flatMap((one) => (one.id === member.id ? (method === 'DELETE' ? [] : [{ ...one, ...changed }]) : [one])),
    );
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) {
      await members.read();
      throw new Error(say(w.memberGone, { name: nameOf(member) }));
    }
    throw error;
  }
};

export const showMember = (member: Member): void => showSheet(() => <OneMember member={member} />);

const unlock = async (member: Member): Promise<void> => {
  await act(member, 'PUT', { body: { action: 'unlock' } });
  closeSheet();
  tell(say(w.memberUnlocked, { name: nameOf(member) }));
};

/** True for somebody who was invited and has not accepted: nobody is signed in as them. */
const isAwaited = ({ second_factor }: Member): boolean => second_factor === null;

/** A member's name and role, and the way to what is more. */
const OneMember = ({ member }: { member: Member }) => {
  const name = nameOf(member);
  const before = roleOf(member.roles);
  const remove = (heir_id: string): Promise<void> =>
    act(member, 'DELETE', { query: heir_id ? `?heir_id=${heir_id}` : '' });
  const save = async (given: FormData): Promise<void> => {
    const role = textIn(given, 'role');
    const names = { first_name: textIn(given, 'first_name'), last_name: textIn(given, 'last_name') };
    await act(member, 'PATCH', { body: { ...names, ...(role === before ? {} : { roles: [role] }) } });
    closeSheet();
    const { first_name, last_name, roles } = member;
    tell(say(w.memberChanged, { name }), () => act(member, 'PATCH', { body: { first_name, last_name, roles } }));
  };
  return (
    <Sheet title={say(w.memberNamed, { name })}>
      <p class="soft">
        <bdi class="own">{member.email}</bdi>
      </p>
      {mayChange(member) && (
        <ActForm act={save}>
          <Input name="first_name" label={w.firstName} value={member.first_name} maxLength={100} />
          <Input name="last_name" label={w.lastName} value={member.last_name} maxLength={100} />
          <RoleChoice chosen={before} gives={(role) => mayAppoint([role]) && mayDismiss([before])} />
          <SendButton>{w.orgSave}</SendButton>
        </ActForm>
      )}
      {mayRemove(member) && (
        <>
          {member.locked ? (
            <ActButton other act={() => unlock(member)}>
              {w.memberUnlock}
            </ActButton>
          ) : (
            <button type="button" class="other" onClick={() => showSheet(() => <Lock member={member} />)}>
              {w.memberLock}
            </button>
          )}
          {!isAwaited(member) && (
            <button type="button" class="other" onClick={() => showSessions(member, () => showMember(member))}>
              {w.memberSessions}
            </button>
          )}
          <button type="button" class="other" onClick={() => showSheet(() => <ResetFactor member={member} />)}>
            {w.memberReset}
          </button>
          {!isAwaited(member) && (
            <button type="button" class="other" onClick={() => showSheet(() => <Unlink member={member} />)}>
              {w.memberUnlink}
            </button>
          )}
          <button
            type="button"
            class="other bad"
            onClick={() =>
              showSheet(() => <RemoveMember member={member} others={members.shown.value?.rows ?? []} remove={remove} />)
            }
          >
            {w.memberRemove}
          </button>
        </>
      )}
    </Sheet>
  );
};

const Lock = ({ member }: { member: Member }) => {
  const name = nameOf(member);
  const lock = async (given: FormData): Promise<void> => {
    await act(member, 'PUT', { body: { action: 'lock', reason: textIn(given, 'reason') || null } });
    closeSheet();
    tell(say(w.memberLockedNow, { name }), () => unlock(member));
  };
  return (
    <Sheet title={say(w.memberLockAsk, { name })}>
      <p>{w.memberLockAbout}</p>
      <ActForm act={lock}>
        <Input name="reason" label={w.memberLockReason} maxLength={500} optional />
        <SendButton look="danger">{w.memberLock}</SendButton>
      </ActForm>
      <button type="button" class="other" onClick={() => showMember(member)}>
        {w.back}
      </button>
    </Sheet>
  );
};

const ResetFactor = ({ member }: { member: Member }) => {
  const name = nameOf(member);
  const reset = async (): Promise<void> => {
    await act(member, 'PUT', { body: { action: 'reset_mfa' } });
    await members.read();
    closeSheet();
    tell(say(w.memberResetDone, { name }));
  };
  return (
    <Sheet title={say(w.memberResetAsk, { name })}>
      <p>{w.memberResetAbout}</p>
      <Danger back={() => showMember(member)}>
        <ActButton look="danger" act={reset}>
          {w.memberReset}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

/** Takes the person at the identity provider off the member, once that is confirmed. */
const Unlink = ({ member }: { member: Member }) => {
  const name = nameOf(member);
  const unlink = async (): Promise<void> => {
    await ask('DELETE', `${PATH}/${member.id}/identity`);
    closeSheet();
    tell(say(w.memberUnlinkDone, { name }));
  };
  return (
    <Sheet title={say(w.memberUnlinkAsk, { name })}>
      <p>{w.memberUnlinkAbout}</p>
      <Danger back={() => showMember(member)}>
        <ActButton look="danger" act={unlink}>
          {w.memberUnlink}
        </ActButton>
      </Danger>
    </Sheet>
  );
};
