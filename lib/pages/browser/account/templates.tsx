import { useEffect } from 'preact/hooks';
import { type Following, NewTemplate, sendTemplate, showActs } from '../sending/template-acts.tsx';
import type { Template } from '../shared/answers.ts';
import { ActButton, Choice } from '../shared/parts.tsx';
import { busy, keepReading, problem, run } from '../shared/run.ts';
import { showSheet } from '../shared/sheet.tsx';
import { ask, me } from '../user/session.ts';
import { Time } from './dates.tsx';
import { Frame } from './frame.tsx';
import { Link } from './link.tsx';
import { SearchInput, Skeleton } from './list-parts.tsx';
import { makesTemplates } from './rights.ts';
import { changeRow, filter, isNarrowed, type Listed, narrow, readMore, readShown, shown } from './templates-state.ts';
import { say, w } from './words/index.ts';

/** The list of templates: what is sent again and again, the one that was used last first. */
export const Templates = () => {
  const profile = me.value?.id;
  const given = JSON.stringify([profile, filter.value]);
  useEffect(() => {
    if (profile) return keepReading(readShown);
  }, [given]);
  const found = shown.value;
  const { words, starred } = filter.value;
  return (
    <Frame title={w.templatesTitle} list>
      {makesTemplates() && (
        <div class="begin">
          <button type="button" class="main" disabled={busy.value} onClick={() => showSheet(NewTemplate)}>
            {w.newTemplate}
          </button>
        </div>
      )}
      <search class="filters">
        <SearchInput words={words} narrow={narrow} />
        <Choice
          type="checkbox"
          checked={starred}
          onChange={({ currentTarget }) => narrow({ starred: currentTarget.checked })}
        >
          {w.onlyStarred}
        </Choice>
      </search>
      <p class="unseen" role="status">
        {found && isNarrowed(filter.value) && say(w.foundTemplates, { count: found.count })}
      </p>
      {!found && !problem.value && <Skeleton />}
      {found?.templates.length === 0 && <Empty />}
      {found && found.templates.length > 0 && (
        <ul class="list rows templates" aria-label={w.templates}>
          {found.templates.map((template) => (
            <Row key={template.id} template={template} />
          ))}
        </ul>
      )}
      {found?.next && (
        <ActButton other act={readMore}>
          {w.showMore}
        </ActButton>
      )}
    </Frame>
  );
};

const toggleStar = async ({ id }: Listed): Promise<void> => {
  const { is_starred, star_counter } = await ask<Template>('POST', `/v2/templates/${id}/stars/toggle`);
  changeRow(id, { is_starred, star_counter });
};

/** Shows in the list what an act on a template has changed. */
const following = (id: string): Following => ({
  changed: ({ name, visibility, allowed }) => changeRow(id, { name, visibility, allowed }),
  deleted: () => changeRow(id, null),
});

const Row = ({ template }: { template: Listed }) => {
  const { id, name, counter, last_used_at, is_starred, is_sendable, allowed, visibility } = template;
  return (
    <li>
      <button
        type="button"
        class="quiet star"
        aria-pressed={is_starred}
        aria-label={say(w.star, { name })}
        onClick={() => void run(() => toggleStar(template))}
      >
        <span aria-hidden="true">{is_starred ? '★' : '☆'}</span>
      </button>
      <Link to={`/templates/${id}`} look="name">
        <bdi class="own">{name}</bdi>
      </Link>
      <p class="soft used">
        {counter > 0 && `${say(w.usedTimes, { count: counter })} · `}
        {w[`visibility_${visibility}`]}
      </p>
      <p class="soft last">{last_used_at ? <Time at={last_used_at} /> : w.neverUsed}</p>
      <div class="acts">
        {allowed.includes('send') && is_sendable && (
          <button
            type="button"
            class="other"
            aria-label={say(w.sendNamed, { name })}
            disabled={busy.value}
            onClick={() => void run(() => sendTemplate(id))}
          >
            {w.send}
          </button>
        )}
        {allowed.length > (allowed.includes('send') && !is_sendable ? 1 : 0) && (
          <button
            type="button"
            class="quiet"
            aria-label={say(w.moreNamed, { name })}
            onClick={() => showActs(template, following(id))}
          >
            {w.moreActs}
          </button>
        )}
      </div>
    </li>
  );
};

const Empty = () =>
  isNarrowed(filter.value) ? (
    <div class="empty">
      <p>{w.nothingFound}</p>
      <button type="button" class="other" onClick={() => narrow({ words: '', starred: false })}>
        {w.filterNone}
      </button>
    </div>
  ) : (
    <div class="empty">
      <p>{w.templatesEmpty}</p>
      <p class="soft">{w.templatesEmptyAbout}</p>
    </div>
  );
