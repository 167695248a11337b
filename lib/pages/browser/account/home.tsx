import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Draft, DraftList, EnvelopeList, ListedEnvelope } from '../shared/answers.ts';
import { ActButton } from '../shared/parts.tsx';
import { problem, read } from '../shared/run.ts';
import { go } from '../user/route.ts';
import { ask, me, onOtherProfile } from '../user/session.ts';
import { Time } from './dates.tsx';
import { stateOf } from './envelope-state.ts';
import { Frame } from './frame.tsx';
import { latest } from './latest.ts';
import { Link } from './link.tsx';
import { say, spokenLocale, w } from './words/index.ts';

/** The user's envelopes. */

const ROWS = 10;

interface List {
  count: number;
  envelopes: readonly ListedEnvelope[];
  /** Number of pages that were read. */
  pages: number;
}

const makeList = (view: 'action' | 'sent' | 'completed') => {
  const list = signal<List | null>(null);
  const reader = latest(
    (page: number) => ask<EnvelopeList>('GET', `/v2/envelopes?view=${view}&rows=${ROWS}&page=${page}`),
    ({ count, envelopes }, page) => {
      const before = page > 0 ? (list.value?.envelopes ?? []) : [];
      // Newer envelopes may have moved older ones to the next page.
      const added = envelopes.filter(({ id }) => !before.some((one) => one.id === id));
      list.value = { count, envelopes: [...before, ...added], pages: page + 1 };
    },
  );
  onOtherProfile(() => {
    reader.drop();
    list.value = null;
  });
  return { view, list, readPage: reader.ask };
};

const LISTS = [makeList('action'), makeList('sent'), makeList('completed')] as const;

const TITLES = { action: 'listAction', sent: 'listSent', completed: 'listCompleted' } as const;
const EMPTY = { action: 'listActionEmpty', sent: 'listSentEmpty', completed: 'listCompletedEmpty' } as const;

const readAll = async (): Promise<void> => {
  await Promise.all([readDrafts(), ...LISTS.map(({ readPage }) => readPage(0))]);
};

const drafts = signal<DraftList | null>(null);
onOtherProfile(() => {
  drafts.value = null;
});

/** Reads the drafts; a user who may not send envelopes has none. */
const readDrafts = async (): Promise<void> => {
  drafts.value = await ask<DraftList>('GET', `/v2/drafts?rows=${ROWS}`).catch(() => null);
};

/** Begins a draft, and opens it. */
const beginDraft = async (): Promise<void> => {
  const { id } = await ask<Draft>('POST', '/v2/drafts', {});
  await go(`/drafts/${id}`);
};

export const Home = () => {
  const profile = me.value?.id;
  useEffect(() => {
    if (profile) void read(readAll);
  }, [profile]);
  return (
    <Frame title={w.homeTitle}>
      {problem.value && <ActButton act={readAll}>{w.again}</ActButton>}
      {drafts.value && <ActButton act={beginDraft}>{w.newEnvelope}</ActButton>}
      {drafts.value && drafts.value.count > 0 && <Drafts {...drafts.value} />}
      {LISTS.map((one) => (
        <Section key={one.view} {...one} />
      ))}
    </Frame>
  );
};

const Drafts = ({ count, drafts: shown }: DraftList) => (
  <section aria-labelledby="list-drafts">
    <h2 id="list-drafts">
      {w.listDrafts} <span class="soft">({new Intl.NumberFormat(spokenLocale()).format(count)})</span>
    </h2>
    <ul class="list">
      {shown.map(({ id, name, updated_at }) => (
        <li key={id}>
          <Link to={`/drafts/${id}`}>{name || w.untitled}</Link>
          <p class="soft">
            <Time at={updated_at} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);

const Section = ({ view, list, readPage }: (typeof LISTS)[number]) => {
  const shown = list.value;
  return (
    <section aria-labelledby={`list-${view}`}>
      <h2 id={`list-${view}`}>
        {w[TITLES[view]]}
        {shown && shown.count > 0 && (
          <span class="soft"> ({new Intl.NumberFormat(spokenLocale()).format(shown.count)})</span>
        )}
      </h2>
      {!shown && <p class="soft">{w.wait}</p>}
      {shown?.envelopes.length === 0 && <p class="soft">{w[EMPTY[view]]}</p>}
      {shown && shown.envelopes.length > 0 && (
        <ul class="list">
          {shown.envelopes.map((envelope) => (
            <li key={envelope.id}>
              <Link to={`/envelopes/${envelope.id}`}>{envelope.name}</Link>
              <p class="soft">
                {view !== 'sent' && `${say(w.from, { sender: envelope.sender_name })} · `}
                {stateOf(envelope)} · <Time at={envelope.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {shown && shown.envelopes.length < shown.count && (
        <ActButton other act={() => readPage(shown.pages)}>
          {w.showMore}
        </ActButton>
      )}
    </section>
  );
};
