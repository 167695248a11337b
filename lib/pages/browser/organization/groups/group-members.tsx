import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../../account/list-parts.tsx';
import type { Group, Member } from '../../shared/answers.ts';
import { ActButton, ActForm, Danger, SendButton, textIn } from '../../shared/parts.tsx';
import { keepReading } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { tell } from '../parts/notice.tsx';
import { RowActs } from '../parts/row-acts.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { deleteGroup, join, leave, mayManage, readGroup, readMembers } from './groups-state.ts';

const nameOf = ({ first_name, last_name, email }: Pick<Member, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name} (${email})`;

/** The members of a group, and the way in and out. */
export const GroupMembers = ({ group }: { group: Group }) => {
  const shown = useSignal<Group | null>(null);
  const everybody = useSignal<readonly Member[]>([]);
  const read = async (): Promise<void> => {
    const [now, all] = await Promise.all([readGroup(group), readMembers()]);
    everybody.value = all;
    shown.value = now;
  };
  useEffect(() => keepReading(read), []);
  const inside = shown.value?.profiles ?? [];
  const outside = everybody.value.filter(({ id }) => !inside.some(({ profile_id }) => profile_id === id));
  const isManaged = mayManage(group);
  const add = async (given: FormData): Promise<void> => {
    shown.value = await join(group, textIn(given, 'profile_id'));
  };
  return (
    <Sheet title={say(w.groupMembersOf, { name: group.name })}>
      {!shown.value && <Skeleton />}
      {shown.value && inside.length === 0 && <p>{w.groupMembersNone}</p>}
      {inside.length > 0 && (
        <ul class="list entries">
          {inside.map(({ profile_id, profile }) => (
            <li key={profile_id}>
              <div class="entry-main">
                <bdi class="own">{nameOf(profile)}</bdi>
              </div>
              {isManaged && (
                <RowActs of={nameOf(profile)}>
                  <ActButton
                    look="quiet"
                    act={async () => {
                      shown.value = await leave(group, profile_id);
                    }}
                  >
                    {w.groupTakeOut}
                  </ActButton>
                </RowActs>
              )}
            </li>
          ))}
        </ul>
      )}
      {isManaged && shown.value && outside.length > 0 && (
        <ActForm act={add}>
          <Setting name="profile_id" label={w.groupMember} about={w.groupMemberAbout}>
            {(control) => (
              <select {...control} required>
                {outside.map((member) => (
                  <option key={member.id} value={member.id}>
                    {nameOf(member)}
                  </option>
                ))}
              </select>
            )}
          </Setting>
          <SendButton>{w.groupPutIn}</SendButton>
        </ActForm>
      )}
    </Sheet>
  );
};

/** Asks before a group is deleted. */
export const DeleteGroup = ({ group }: { group: Group }) => {
  const { name } = group;
  const remove = async (): Promise<void> => {
    await deleteGroup(group);
    closeSheet();
    tell(say(w.groupDeleted, { name }));
  };
  return (
    <Sheet title={say(w.groupDeleteAsk, { name })}>
      <p>{w.groupDeleteAbout}</p>
      <Danger back={closeSheet}>
        <ActButton look="danger" act={remove}>
          {w.groupDelete}
        </ActButton>
      </Danger>
    </Sheet>
  );
};
