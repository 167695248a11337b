import { useEffect } from 'preact/hooks';
import type { Draft } from '../shared/answers.ts';
import { ActButton } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { go } from '../user/route.ts';
import { ask, me } from '../user/session.ts';
import { useCurrentInView } from './current-in-view.ts';
import { Time } from './dates.tsx';
import { Frame } from './frame.tsx';
import { Link } from './link.tsx';
import { Acts } from './list-acts.tsx';
import { Filters } from './list-filters.tsx';
import { useKeys } from './list-keys.ts';
import { Skeleton } from './list-parts.tsx';
import { isNarrowed, NOTHING_HIDDEN, searchOf, TABS, type Tab } from './list-query.ts';
import { Row } from './list-row.tsx';
import { counts, drafts, filter, narrow, readCounts, readMore, readShown, refresh, shown, tab } from './list-state.ts';
import { makesTemplates } from './rights.ts';
import { say, spokenLocale, type Word, w } from './words/index.ts';

/** The list of envelopes: where a user's work begins. */

/** Milliseconds until a visible page looks for changes. */
const LOOK_AGAIN = 30_000;

/** Begins a draft, and opens it. */
const beginDraft = async (): Promise<void> => {
  const { id } = await ask<Draft>('POST', '/v2/drafts', {});
  await go(`/drafts/${id}`);
};

export const Home = () => {
  const profile = me.value?.id;
  const given = JSON.stringify([tab.value, filter.value]);
  const isCounted = counts.value.action !== undefined;
  useEffect(() => {
    if (profile) return keepReading(readCounts);
  }, [profile]);
  useEffect(lookAgain, [profile]);
  // The counts say which part is shown first.
  useEffect(() => {
    if (isCounted) return keepReading(readShown);
  }, [given, isCounted]);
  // Until the drafts are read, what the user's roles say.
  const maySend = isCounted ? drafts.value !== null : makesTemplates();
  useKeys(maySend ? beginDraft : undefined);
  return (
    <Frame title={w.homeTitle} list>
      {maySend && (
        <div class="begin">
          <ActButton act={beginDraft}>{w.newEnvelope}</ActButton>
        </div>
      )}
      <Tabs />
      {tab.value === 'drafts' ? <Drafts /> : <Envelopes />}
    </Frame>
  );
};

/** Looks for changes while the page is visible. Returns what ends it. */
const lookAgain = (): (() => void) => {
  const look = () => {
    if (document.visibilityState === 'visible') void refresh().catch(() => {});
  };
  const timer = setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
};

const NAMES: Record<Tab, Word> = {
  action: 'listAction',
  waiting: 'listWaiting',
  done: 'listCompleted',
  ended: 'listEnded',
  drafts: 'listDrafts',
};

const EMPTY: Record<Tab, Word> = {
  action: 'listActionEmpty',
  waiting: 'listWaitingEmpty',
  done: 'listCompletedEmpty',
  ended: 'listEndedEmpty',
  drafts: 'listDraftsEmpty',
};

const numberOf = (count: number): string => new Intl.NumberFormat(spokenLocale()).format(count);

/** Links to the parts of the list, each with its number. */
const Tabs = () => (
  <nav class="tabs" ref={useCurrentInView(tab.value)} aria-label={w.listParts}>
    {TABS.filter((one) => one !== 'drafts' || drafts.value).map((one) => (
      <Link key={one} to={`/envelopes${searchOf({ ...filter.value, tab: one })}`} current={one === tab.value}>
        {w[NAMES[one]]}
        {/* A number that is not read yet has its room. */}
        <span class={(counts.value[one] ?? 0) > 0 ? 'count' : 'count waits'}>{numberOf(counts.value[one] ?? 0)}</span>
      </Link>
    ))}
  </nav>
);

const Envelopes = () => {
  const found = shown.value?.tab === tab.value ? shown.value : null;
  return (
    <>
      <Filters />
      <Acts />
      <p class="unseen" role="status">
        {found && isNarrowed(filter.value) && say(w.found, { count: found.count })}
      </p>
      {!found && !problem.value && <Skeleton />}
      {found?.envelopes.length === 0 && <Empty />}
      {found && found.envelopes.length > 0 && (
        <ul class="list rows" aria-label={w[NAMES[tab.value]]}>
          {found.envelopes.map((envelope) => (
            <Row key={envelope.id} envelope={envelope} />
          ))}
        </ul>
      )}
      {found?.next && (
        <ActButton other act={readMore}>
          {w.showMore}
        </ActButton>
      )}
    </>
  );
};

const Empty = () =>
  isNarrowed(filter.value) ? (
    <div class="empty">
      <p>{w.nothingFound}</p>
      <button type="button" class="other" onClick={() => narrow(NOTHING_HIDDEN)}>
        {w.filterNone}
      </button>
    </div>
  ) : (
    <div class="empty">
      <p>{w[EMPTY[tab.value]]}</p>
      {drafts.value && <p class="soft">{w.listBegin}</p>}
    </div>
  );

const Drafts = () => {
  const found = drafts.value;
  if (!found) return <Skeleton />;
  if (found.count === 0) return <Empty />;
  return (
    <ul class="list rows" aria-label={w.listDrafts}>
      {found.drafts.map(({ id, name, updated_at }) => (
        <li key={id}>
          <Link to={`/drafts/${id}`} look="name">
            {name ? <bdi class="own">{name}</bdi> : w.untitled}
          </Link>
          <Time at={updated_at} />
        </li>
      ))}
    </ul>
  );
};
