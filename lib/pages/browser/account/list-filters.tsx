import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { known, readKnown } from '../user/known-people.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { SearchInput } from './list-parts.tsx';
import { isAddress, isNarrowed, NOTHING_HIDDEN } from './list-query.ts';
import { filter, narrow } from './list-state.ts';
import { w } from './words/index.ts';

/** Search and filters of the list. They are in the page's address, so that a link shows the same. */

const templates = signal<{ id: string; name: string }[] | null>(null);
onOtherProfile(() => {
  templates.value = null;
});

/** Reads the templates to choose from; a user who may not see any chooses none. */
const readTemplates = async (): Promise<void> => {
  const found = await ask<{ templates: { id: string; name: string }[] }>('GET', '/v2/templates?rows=100').catch(
    () => null,
  );
  templates.value = found?.templates ?? [];
};

export const Filters = () => {
  const { words, from, until, template, person } = filter.value;
  return (
    <search class="filters">
      <SearchInput words={words} narrow={narrow} />
      <details open={[from, until, template, person].some((one) => one !== '')} onToggle={() => void readChoices()}>
        <summary>{w.filters}</summary>
        <div class="pair">
          <Day id="from" label={w.filterFrom} value={from} onChosen={(day) => narrow({ from: day })} />
          <Day id="until" label={w.filterUntil} value={until} onChosen={(day) => narrow({ until: day })} />
          <Template value={template} />
          <Person value={person} />
        </div>
        {isNarrowed(filter.value) && (
          <button type="button" class="quiet" onClick={() => narrow(NOTHING_HIDDEN)}>
            {w.filterNone}
          </button>
        )}
      </details>
    </search>
  );
};

const readTemplatesOnce = async (): Promise<void> => {
  if (!templates.value) await readTemplates();
};

const readChoices = (): Promise<unknown> => Promise.all([readTemplatesOnce(), readKnown()]);

/** Somebody who received or sent envelopes, by e-mail address; whom one knows is proposed. */
const Person = ({ value }: { value: string }) => (
  <div>
    <label for="person">{w.filterPerson}</label>
    <input
      id="person"
      type="email"
      list="people"
      autocomplete="off"
      maxLength={254}
      placeholder={w.email}
      value={value}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.trim();
        if (typed === '' || isAddress(typed)) narrow({ person: typed });
        else currentTarget.reportValidity();
      }}
    />
    <datalist id="people">
      {(known.value ?? []).map(({ email, full_name }) => (
        <option key={email} value={email}>
          {full_name}
        </option>
      ))}
    </datalist>
  </div>
);

const Day = ({
  id,
  label,
  value,
  onChosen,
}: {
  id: string;
  label: string;
  value: string;
  onChosen: (day: string) => void;
}) => (
  <div>
    <label for={id}>{label}</label>
    <input id={id} type="date" value={value} onChange={({ currentTarget }) => onChosen(currentTarget.value)} />
  </div>
);

const Template = ({ value }: { value: string }) => {
  useEffect(() => {
    if (value) void readTemplatesOnce();
  }, [value]);
  const found = templates.value ?? [];
  // The address may name one that is no longer there.
  const isKnown = value === '' || found.some(({ id }) => id === value);
  return (
    <div>
      <label for="template">{w.filterTemplate}</label>
      <select id="template" value={value} onChange={({ currentTarget }) => narrow({ template: currentTarget.value })}>
        <option value="">{w.filterAll}</option>
        {!isKnown && <option value={value}>{w.untitled}</option>}
        {found.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};
