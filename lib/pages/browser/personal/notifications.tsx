import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Time } from '../account/dates.tsx';
import { Link } from '../account/link.tsx';
import { Skeleton } from '../account/list-parts.tsx';
import type { Notification } from '../shared/answers.ts';
import { ActButton, Danger } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { ask, onOtherProfile } from '../user/session.ts';
import { Done } from './done.tsx';
import { Preferences } from './preferences.tsx';
import { w } from './words/index.ts';

const PATH = '/v2/notifications';
const ROWS = 20;

/** The notifications that are shown; null until they are read. */
const notices = signal<readonly Notification[] | null>(null);

/** True if there may be more. */
const hasMore = signal(false);

onOtherProfile(() => {
  notices.value = null;
});

/** Reads the first `count` again: what was read meanwhile has changed the order. */
const readFirst = async (count: number): Promise<void> => {
  const found: Notification[] = [];
  for (let page = 0; page * ROWS < count; page++) {
    const some = await ask<Notification[]>('GET', `${PATH}?page=${page}&rows=${ROWS}`);
    found.push(...some);
    hasMore.value = some.length === ROWS;
    if (!hasMore.value) break;
  }
  notices.value = found;
};

const readShown = (): Promise<void> => readFirst(ROWS);

const change = async ({ id }: Notification, changes: { read?: boolean; deleted?: boolean }): Promise<void> => {
  const changed = await ask<Notification>('PATCH', `${PATH}/${id}`, changes);
  notices.value = (notices.value ?? []).flatMap((one) => (one.id !== id ? [one] : changed.deleted ? [] : [changed]));
};

const readAll = async (): Promise<void> => {
  for (const one of notices.value?.filter((notice) => !notice.read) ?? []) await change(one, { read: true });
};

/** The last act, in words. */
const done = signal('');

const sayDone = (): void => {
  done.value = w.noticesKept;
};

/** The user's notifications: unread ones first. */
export const NotificationsPart = () => {
  useEffect(() => {
    done.value = '';
    return keepReading(readShown);
  }, []);
  const shown = notices.value;
  return (
    <>
      <p>{w.noticesAbout}</p>
      <Done words={done.value} />
      <button type="button" class="other" onClick={() => showSheet(() => <Preferences done={sayDone} />)}>
        {w.noticesChoose}
      </button>
      {!shown && (problem.value ? <ActButton act={readShown}>{w.again}</ActButton> : <Skeleton />)}
      {shown?.length === 0 && <p class="soft">{w.noticesNone}</p>}
      {shown?.some((one) => !one.read) && (
        <ActButton other act={readAll}>
          {w.noticesAll}
        </ActButton>
      )}
      <ul class="list things">
        {shown?.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
      {hasMore.value && shown && (
        <ActButton other act={() => readFirst(shown.length + ROWS)}>
          {w.showMore}
        </ActButton>
      )}
    </>
  );
};

const Row = ({ of }: { of: Notification }) => {
  const { id, message, read: isRead, time, data } = of;
  const envelope = typeof data.envelope_id === 'string' ? data.envelope_id : null;
  return (
    <li>
      <div>
        <p id={`notice-${id}`}>
          {!isRead && <span class="badge complete">{w.noticeNew}</span>} <bdi class="own">{message}</bdi>
        </p>
        <p class="soft">
          <Time at={time} />
        </p>
        {envelope && <Link to={`/envelopes/${envelope}`}>{w.noticeOpen}</Link>}
      </div>
      {/* Each has buttons of the same words: a screen reader says whose they are. */}
      <fieldset class="acts" aria-labelledby={`notice-${id}`}>
        <ActButton other act={() => change(of, { read: !isRead })}>
          {isRead ? w.noticeUnread : w.noticeRead}
        </ActButton>
        <button type="button" class="other" onClick={() => showSheet(() => <Remove of={of} />)}>
          {w.noticeRemove}
        </button>
      </fieldset>
    </li>
  );
};

const Remove = ({ of }: { of: Notification }) => (
  <Sheet title={w.noticeRemoveAsk}>
    <p class="quote">{of.message}</p>
    <p>{w.noticeRemoveAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await change(of, { deleted: true });
          closeSheet();
        }}
      >
        {w.noticeRemove}
      </ActButton>
    </Danger>
  </Sheet>
);
