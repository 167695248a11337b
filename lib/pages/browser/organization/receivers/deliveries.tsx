import { useEffect } from 'preact/hooks';
import { Time, timeOf } from '../../account/dates.tsx';
import { Link } from '../../account/link.tsx';
import type { WebhookDelivery, WebhookDeliveryPage, WebhookReceiver } from '../../shared/answers.ts';
import { ActButton, ActForm, Choice, SendButton, textIn } from '../../shared/parts.tsx';
import { InputRefused, keepReading } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { search } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { List } from '../parts/list.tsx';
import { pagedList } from '../parts/list-state.ts';
import { tell } from '../parts/notice.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { hooks, isOn, nameOf, pathOf, put, stateOf } from './hooks-state.ts';

/** Events that were sent to one webhook, and sending them again. */

const idInAddress = (): string => new URLSearchParams(search.value).get('id') ?? '';

const deliveries = pagedList<WebhookDelivery>(async (before) => {
  const query = new URLSearchParams({ rows: '50', ...(before ? { before } : {}) });
  const path = `${pathOf({ id: idInAddress() })}/deliveries?${query}`;
  const page = await ask<WebhookDeliveryPage>('GET', path);
  return { rows: page.deliveries, next: page.next };
});

const refresh = async (): Promise<void> => {
  await Promise.all([hooks.read(), deliveries.read()]);
};

export const Deliveries = ({ id }: { id: string }) => {
  useEffect(() => keepReading(hooks.read), [id]);
  const hook = hooks.shown.value?.rows.find((one) => one.id === id);
  return (
    <>
      <p>
        <Link to="/organization/webhooks">{w.hookBack}</Link>
      </p>
      {hook && <About of={hook} />}
      <List of={deliveries} label={w.hookDeliveries} empty={w.hookNothingSent} given={id}>
        {(delivery) => <Row key={delivery.id} of={delivery} hook={hook} />}
      </List>
    </>
  );
};

const About = ({ of: hook }: { of: WebhookReceiver }) => {
  const { words, isBad } = stateOf(hook);
  return (
    <>
      <h2>
        <bdi class="own">{nameOf(hook)}</bdi>
      </h2>
      <p class={isBad ? 'bad' : 'soft'}>{words}</p>
      <Replayed of={hook} />
      <div class="row start">
        {isOn(hook) && (
          <>
            <ActButton other act={() => sendTest(hook)}>
              {w.hookTest}
            </ActButton>
            <button type="button" class="other" onClick={() => showSheet(() => <ReplaySheet of={hook} />)}>
              {w.hookReplay}
            </button>
          </>
        )}
        <ActButton look="quiet" act={refresh}>
          {w.hookRefresh}
        </ActButton>
      </div>
    </>
  );
};

/** Words one after the other, as the reader's language lists them. */
const inList = (words: readonly string[]): string => new Intl.ListFormat(spokenLocale()).format(words);

const Replayed = ({ of: { replay } }: { of: WebhookReceiver }) => {
  if (!replay) return null;
  const { from, to, count, events, finished_at } = replay;
  const kinds = events && ` (${inList(events.map((event) => w[`happens_${event}`]))})`;
  if (!finished_at) return <p>{say(w.hookReplayRuns, { count })}</p>;
  return (
    <p class="soft">
      {say(w.hookReplayed, { from: { trusted: timeOf(from) }, to: { trusted: timeOf(to) }, count })}
      {kinds}
    </p>
  );
};

const sendTest = async (hook: WebhookReceiver): Promise<void> => {
  const sent = await ask<WebhookDelivery>('POST', `${pathOf(hook)}/test`);
  deliveries.change((rows) => [sent, ...rows]);
  tell(say(w.hookTested, { name: nameOf(hook) }));
};

/** A duration in the reader's language. */
const durationOf = (milliseconds: number): string => {
  const isShort = milliseconds < 1000;
  const form = { style: 'unit', unit: isShort ? 'millisecond' : 'second', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(spokenLocale(), form).format(isShort ? milliseconds : milliseconds / 1000);
};

const LOOKS = { pending: 'soft', delivered: 'good', failed: 'bad', gone: 'bad', not_sent: 'bad' } as const;

const Row = ({ of: delivery, hook }: { of: WebhookDelivery; hook: WebhookReceiver | undefined }) => {
  const { event, status, created_at, attempts, next_attempt_at } = delivery;
  return (
    <li>
      <div class="which">
        <p class="name">{w[`happens_${event}`]}</p>
        <p class="soft">
          <Time at={created_at} />
        </p>
      </div>
      <div class="what">
        <p class={LOOKS[status]}>{w[`delivery_${status}`]}</p>
        <Answer of={delivery} />
        {attempts > 1 && <p class="soft">{say(w.hookAttempts, { count: attempts })}</p>}
        {attempts > 0 && status === 'pending' && next_attempt_at && (
          <p class="soft">{say(w.hookNext, { time: { trusted: timeOf(next_attempt_at) } })}</p>
        )}
      </div>
      {hook && isOn(hook) && status !== 'pending' && (
        <div class="acts">
          <ActButton look="quiet" act={() => sendAgain(hook, delivery)}>
            {w.hookAgain}
          </ActButton>
        </div>
      )}
    </li>
  );
};

const Answer = ({ of: { last_status, last_duration } }: { of: WebhookDelivery }) => {
  if (last_duration === null) return null;
  const duration = { trusted: durationOf(last_duration) };
  const words = last_status
    ? say(w.hookAnswered, { status: { trusted: String(last_status) }, duration })
    : say(w.hookNoAnswer, { duration });
  return <p class="soft">{words}</p>;
};

const sendAgain = async (hook: WebhookReceiver, { id }: WebhookDelivery): Promise<void> => {
  const sent = await ask<WebhookDelivery>('POST', `${pathOf(hook)}/deliveries/${id}/redeliver`);
  deliveries.change((rows) => rows.map((one) => (one.id === id ? sent : one)));
  tell(w.hookAgainDone);
};

const DAY = 24 * 60 * 60 * 1000;

/** The moment that an input of a local time names; undefined for an empty one. */
const momentIn = (given: FormData, name: string): Date | undefined => {
  const text = textIn(given, name);
  return text === '' ? undefined : new Date(text);
};

const ReplaySheet = ({ of: hook }: { of: WebhookReceiver }) => {
  const replay = async (given: FormData): Promise<void> => {
    const from = momentIn(given, 'from');
    const to = momentIn(given, 'to');
    const now = Date.now();
    if (!from || from >= (to ?? new Date(now)) || from.getTime() < now - 30 * DAY) {
      throw new InputRefused('from', w.hookReplayBad);
    }
    const events = given.getAll('events').map(String);
    const what = { from, ...(to ? { to } : {}), ...(events.length > 0 ? { events } : {}) };
    put(await ask<WebhookReceiver>('POST', `${pathOf(hook)}/replay`, what));
    closeSheet();
    tell(w.hookReplayStarted);
  };
  return (
    <Sheet title={w.hookReplay} typing>
      <p>{w.hookReplayAbout}</p>
      <ActForm act={replay}>
        <Setting name="from" label={w.actsFrom} about={w.hookReplayFromAbout}>
          {(control) => <input {...control} type="datetime-local" required />}
        </Setting>
        <Setting name="to" label={w.actsUntil} about={w.hookReplayToAbout}>
          {(control) => <input {...control} type="datetime-local" />}
        </Setting>
        <details>
          <summary>{w.hookReplayKinds}</summary>
          <p class="soft">{w.hookReplayKindsAbout}</p>
          {hook.events.map((event) => (
            <Choice key={event} type="checkbox" name="events" value={event}>
              {w[`happens_${event}`]}
            </Choice>
          ))}
        </details>
        <SendButton>{w.hookReplay}</SendButton>
      </ActForm>
    </Sheet>
  );
};
