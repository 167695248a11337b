import { sinceWhen, Time } from './dates.tsx';
import { isActing, stateOf } from './envelope-state.ts';
import { Link } from './link.tsx';
import { chosen, type Listed, tab } from './list-state.ts';
import { quoted, say, spokenLocale, w } from './words/index.ts';

/** One envelope of the list. */
export const Row = ({ envelope }: { envelope: Listed }) => {
  const { id, name, sender_name, updated_at, status } = envelope;
  return (
    <li>
      {tab.value === 'waiting' && <Choice id={id} name={name} />}
      <Link to={`/envelopes/${id}`} look="name">
        <bdi class="own">{name}</bdi>
      </Link>
      <p class="progress soft">
        {tab.value === 'action' ? say(w.from, { sender: sender_name }) : progressOf(envelope)}
      </p>
      <span class={`badge ${status.replace(' ', '-')}`}>{stateOf(envelope)}</span>
      <Time at={updated_at} />
    </li>
  );
};

const Choice = ({ id, name }: { id: string; name: string }) => (
  <label class="choice">
    <span class="unseen">{say(w.choose, { name })}</span>
    <input type="checkbox" checked={chosen.value.has(id)} onChange={() => choose(id)} />
  </label>
);

/** Chooses an envelope, or leaves it out again. */
const choose = (id: string): void => {
  const next = new Set(chosen.value);
  if (!next.delete(id)) next.add(id);
  chosen.value = next;
};

/** The progress of an envelope, and the people that it waits for. */
const progressOf = ({ recipients }: Listed): string => {
  const acting = recipients.filter(({ type }) => type !== 'cc');
  const done = acting.filter(({ status }) => status === 'submitted').length;
  const waits = recipients.filter(isActing);
  const far = say(w.progress, { done, count: acting.length });
  if (waits.length === 0) return far;
  const names = namesOf(waits.map(({ full_name }) => full_name));
  const sentence = say(w.progressWaits, { far: { trusted: far }, names: { trusted: names } });
  const [since] = waits.flatMap(({ turn_since }) => turn_since ?? []).sort();
  return since ? sinceWhen(sentence, since) : sentence;
};

/** The first names in quotation marks, and how many more there are. */
const namesOf = (names: readonly string[]): string => {
  const first = names.slice(0, SHOWN).map((name) => quoted(name));
  const more = names.length - first.length;
  const listed = more > 0 ? [...first, say(w.more, { count: more })] : first;
  return new Intl.ListFormat(spokenLocale(), { type: 'conjunction' }).format(listed);
};

const SHOWN = 2;
