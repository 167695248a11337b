import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { timeOf } from '../account/dates.tsx';
import { Skeleton } from '../account/list-parts.tsx';
import type { LoginSession } from '../shared/answers.ts';
import { ActButton, Danger } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { ask, onOtherProfile } from '../user/session.ts';
import { deviceOf, placeOf } from '../user/session-words.ts';
import { Done } from './done.tsx';
import { say, w } from './words/index.ts';

const PATH = '/v2/users/sessions';

/** The user's sessions; null until they are read. */
const sessions = signal<readonly LoginSession[] | null>(null);

/** The last act, in words. */
const done = signal('');

onOtherProfile(() => {
  sessions.value = null;
  done.value = '';
});

const readSessions = async (): Promise<void> => {
  sessions.value = await ask<LoginSession[]>('GET', PATH);
};

/** The devices on which the user is signed in, and applications that act for them. */
export const SessionsPart = () => {
  useEffect(() => {
    done.value = '';
    return keepReading(readSessions);
  }, []);
  return (
    <>
      <p>{w.sessionsAbout}</p>
      {!sessions.value && (problem.value ? <ActButton act={readSessions}>{w.again}</ActButton> : <Skeleton />)}
      <Done words={done.value} />
      <ul class="list things">
        {sessions.value?.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
      {sessions.value && sessions.value.length > 1 && (
        <button type="button" class="other" onClick={() => showSheet(EndOthers)}>
          {w.sessionsEnd}
        </button>
      )}
    </>
  );
};

const nameOf = (one: LoginSession): string => deviceOf(one, w);

/** The place of a session in words; the network that this session is in is known to its person. */
const whereIs = (one: LoginSession): string | null => {
  const here = sessions.value?.find(({ current }) => current)?.ip_address;
  const isHere = !one.current && one.ip_address !== null && one.ip_address === here;
  return isHere ? say(w.sessionHere, { address: { trusted: one.ip_address ?? '' } }) : placeOf(one, w);
};

const Row = ({ of }: { of: LoginSession }) => {
  const { current, last_seen_at, created_at } = of;
  const place = whereIs(of);
  const times = { last: { trusted: timeOf(last_seen_at) }, began: { trusted: timeOf(created_at) } };
  const device = { trusted: nameOf(of) };
  return (
    <li>
      <div>
        <p>
          <strong>{nameOf(of)}</strong> {current && <span class="badge complete">{w.sessionThis}</span>}
        </p>
        <p class="soft">{say(w.sessionTimes, times)}</p>
        {place && <p class="soft">{place}</p>}
      </div>
      {!current && (
        <button
          type="button"
          class="other"
          aria-label={say(w.sessionEndNamed, { device })}
          onClick={() => showSheet(() => <End of={of} />)}
        >
          {w.sessionEnd}
        </button>
      )}
    </li>
  );
};

/** Reads the sessions again, and says what was done. */
const finish = async (words: string): Promise<void> => {
  closeSheet();
  done.value = words;
  await readSessions();
};

const End = ({ of }: { of: LoginSession }) => {
  const device = { trusted: nameOf(of) };
  return (
    <Sheet title={say(w.sessionEndNamed, { device })}>
      <p>{of.source === 'oauth' ? w.sessionApplicationAbout : w.sessionEndAbout}</p>
      <Danger back={closeSheet}>
        <ActButton
          look="danger"
          act={async () => {
            await ask('DELETE', `${PATH}/${of.id}`);
            await finish(say(w.sessionOver, { device }));
          }}
        >
          {w.sessionEnd}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

const EndOthers = () => (
  <Sheet title={w.sessionsEnd}>
    <p>{w.sessionsEndAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          const { revoked } = await ask<{ revoked: number }>('DELETE', PATH);
          await finish(say(w.sessionsOver, { count: revoked }));
        }}
      >
        {w.sessionsEnd}
      </ActButton>
    </Danger>
  </Sheet>
);
