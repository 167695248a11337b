import { useSignal } from '@preact/signals';
import { DEACTIVATED, WAITS } from '../../../../people/members/lock-reasons.ts';
import { dayOf } from '../../account/dates.tsx';
import type { Member } from '../../shared/answers.ts';
import { showSheet } from '../../shared/sheet.tsx';
import { me } from '../../user/session.ts';
import { Search } from '../parts/find.tsx';
import { includesWords } from '../parts/find-words.ts';
import { List } from '../parts/list.tsx';
import { tell } from '../parts/notice.tsx';
import { mayAppoint } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { Invite } from './invite.tsx';
import { mayChange, mayRemove, members, nameOf, showMember } from './member-acts.tsx';
import { roleOf } from './roles.tsx';

/** The members of the organization. */
export const Members = () => {
  const words = useSignal('');
  const isFound = ({ email, ...member }: Member) => includesWords(words.value, nameOf(member), email);
  return (
    <>
      <div class="tools">
        <Search label={w.memberSearch} words={words} />
        {mayAppoint(['member']) && (
          <button
            type="button"
            class="main"
            onClick={() => showSheet(() => <Invite changed={async () => tell(w.inviteSeen)} />)}
          >
            {w.inviteTitle}
          </button>
        )}
      </div>
      <List
        of={members}
        label={w.membersTitle}
        empty={<p>{w.membersEmpty}</p>}
        narrowed={(rows) => waitingFirst(rows.filter(isFound))}
      >
        {(member) => <Row key={member.id} member={member} />}
      </List>
    </>
  );
};

const Row = ({ member }: { member: Member }) => {
  const role = roleOf(member.roles);
  return (
    <li>
      <div class="entry-main">
        <p>
          <bdi class="own">{nameOf(member)}</bdi> {member.id === me.value?.id && <span>({w.memberYou})</span>}
        </p>
        <p class="soft">
          <bdi class="own">{member.email}</bdi>
        </p>
      </div>
      <div class="entry-more">
        <p>{w[`role_${role}`]}</p>
        {member.locked ? (
          <p class="bad">
            <Lock reason={member.lock_reason} />
          </p>
        ) : (
          <p class="soft">{w[`role_${role}_may`]}</p>
        )}
        <Security of={member} />
      </div>
      {(mayChange(member) || mayRemove(member)) && (
        <button
          type="button"
          class="quiet"
          aria-label={say(w.memberEdit, { name: nameOf(member) })}
          onClick={() => showMember(member)}
        >
          {w.orgChange}
        </button>
      )}
    </li>
  );
};

/** That a member is locked, and why: in an administrator's words, or for a reason that the platform has. */
const Lock = ({ reason }: { reason: string | null | undefined }) => {
  if (reason === WAITS) return <>{w.memberWaits}</>;
  if (reason === DEACTIVATED) return <>{w.memberDeactivated}</>;
  return <>{reason ? say(w.memberLockedFor, { reason }) : w.memberLocked}</>;
};

/** Those who wait to be let in come first: they need an act. */
const waitingFirst = (rows: readonly Member[]): Member[] => [
  ...rows.filter(({ lock_reason }) => lock_reason === WAITS),
  ...rows.filter(({ lock_reason }) => lock_reason !== WAITS),
];

/** The second factor of a member and the last day here, for those who may remove members: others don't get them. */
const Security = ({ of: { second_factor, last_seen_on } }: { of: Member }) => {
  if (second_factor === undefined) return null;
  if (second_factor === null) return <p class="soft">{w.memberAwaited}</p>;
  return (
    <>
      <p class={second_factor.code ? 'soft' : ''}>{factorOf(second_factor)}</p>
      <p class="soft">
        {last_seen_on ? say(w.memberSeen, { day: { trusted: dayOf(last_seen_on) } }) : w.memberSeenNever}
      </p>
    </>
  );
};

const factorOf = ({ code, passkeys }: NonNullable<Member['second_factor']>): string => {
  if (code) return passkeys > 0 ? w.memberFactorBoth : w.memberFactorCode;
  return passkeys > 0 ? w.memberFactorPasskey : w.memberFactorNone;
};
