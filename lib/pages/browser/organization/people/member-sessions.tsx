import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { timeOf } from '../../account/dates.tsx';
import { Skeleton } from '../../account/list-parts.tsx';
import type { LoginSession, Member } from '../../shared/answers.ts';
import { ActButton, Danger } from '../../shared/parts.tsx';
import { keepReading, readsFailed } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask, onOtherProfile } from '../../user/session.ts';
import { deviceOf, placeOf } from '../../user/session-words.ts';
import { tell } from '../parts/notice.tsx';
import { say, w } from '../words/index.ts';

/** Sessions of the member whose sheet is open; null until they are read. */
const sessions = signal<readonly LoginSession[] | null>(null);
onOtherProfile(() => {
  sessions.value = null;
});

const pathOf = ({ id }: Member): string => `/v2/organization-members/${id}/sessions`;

const nameOf = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;

/** Shows where the member is signed in; `back` leads to the member. */
export const showSessions = (member: Member, back: () => void): void => {
  sessions.value = null;
  showSheet(() => <Sessions member={member} back={back} />);
};

const Sessions = ({ member, back }: { member: Member; back: () => void }) => {
  useEffect(
    () =>
      keepReading(async () => {
        sessions.value = await ask<LoginSession[]>('GET', pathOf(member));
      }),
    [],
  );
  const found = sessions.value;
  const again = () => showSessions(member, back);
  return (
    <Sheet title={say(w.memberSessionsNamed, { name: nameOf(member) })}>
      <p>{w.memberSessionsAbout}</p>
      {!found && !readsFailed.value && <Skeleton />}
      {found?.length === 0 && <p class="soft">{w.memberSessionsNone}</p>}
      <ul class="list things">
        {found?.map((one) => (
          <Row key={one.id} of={one} end={() => showSheet(() => <EndOne member={member} of={one} back={again} />)} />
        ))}
      </ul>
      {found && found.length > 0 && (
        <button
          type="button"
          class="other bad"
          onClick={() => showSheet(() => <EndAll member={member} back={again} />)}
        >
          {w.memberSessionsEnd}
        </button>
      )}
      <button type="button" class="other" onClick={back}>
        {w.back}
      </button>
    </Sheet>
  );
};

const Row = ({ of, end }: { of: LoginSession; end: () => void }) => {
  const place = placeOf(of, w);
  const times = { last: { trusted: timeOf(of.last_seen_at) }, began: { trusted: timeOf(of.created_at) } };
  return (
    <li>
      <div>
        <p>
          <strong>{deviceOf(of, w)}</strong>
        </p>
        <p class="soft">{say(w.sessionTimes, times)}</p>
        {place && <p class="soft">{place}</p>}
      </div>
      <button
        type="button"
        class="other"
        aria-label={say(w.sessionEndNamed, { device: { trusted: deviceOf(of, w) } })}
        onClick={end}
      >
        {w.sessionEnd}
      </button>
    </li>
  );
};

const EndOne = ({ member, of, back }: { member: Member; of: LoginSession; back: () => void }) => {
  const device = { trusted: deviceOf(of, w) };
  const end = async (): Promise<void> => {
    await ask('DELETE', `${pathOf(member)}/${of.id}`);
    closeSheet();
    tell(say(w.sessionOver, { device }));
  };
  return (
    <Sheet title={say(w.sessionEndNamed, { device })}>
      <p>{w.memberSessionEndAbout}</p>
      <Danger back={back}>
        <ActButton look="danger" act={end}>
          {w.sessionEnd}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

const EndAll = ({ member, back }: { member: Member; back: () => void }) => {
  const end = async (): Promise<void> => {
    const { revoked } = await ask<{ revoked: number }>('DELETE', pathOf(member));
    closeSheet();
    tell(say(w.memberSessionsOver, { count: revoked }));
  };
  return (
    <Sheet title={say(w.memberSessionsEndAsk, { name: nameOf(member) })}>
      <p>{w.memberSessionsEndAbout}</p>
      <Danger back={back}>
        <ActButton look="danger" act={end}>
          {w.memberSessionsEnd}
        </ActButton>
      </Danger>
    </Sheet>
  );
};
