import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Time } from '../../account/dates.tsx';
import { Link } from '../../account/link.tsx';
import type { AdministrationEvent } from '../../shared/answers.ts';
import { ActButton, ActForm, SendButton, textIn } from '../../shared/parts.tsx';
import { keepReading } from '../../shared/run.ts';
import type { Trusted } from '../../shared/words/spoken.ts';
import { search } from '../../user/route.ts';
import { List } from '../parts/list.tsx';
import { Copied } from '../parts/secret.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { acts, addressWith, type Filter, filterOf, kinds, narrow, saveLog, saveProof } from './acts-state.ts';
import { memberOf, members, nameOf, readMembers } from './members-state.ts';

/** The log of administration. */
export const Acts = () => {
  const filter = filterOf(search.value);
  useEffect(() => keepReading(readMembers), []);
  return (
    <>
      <Filters key={search.value} of={filter} />
      <List of={acts} label={w.actsTitle} empty={w.actsEmpty} given={search.value}>
        {(event) => <Row key={event.id} of={event} filter={filter} />}
      </List>
      {acts.shown.value && <Export />}
    </>
  );
};

const Filters = ({ of: filter }: { of: Filter }) => {
  const { from, until, who, kind, object } = filter;
  const show = (given: FormData): Promise<void> =>
    narrow({
      from: textIn(given, 'from'),
      until: textIn(given, 'until'),
      who: textIn(given, 'who'),
      kind: textIn(given, 'kind'),
      object,
    });
  return (
    <search class="narrow">
      <ActForm act={show}>
        <div class="pair">
          <Setting name="from" label={w.actsFrom}>
            {(control) => <input {...control} type="date" defaultValue={from} />}
          </Setting>
          <Setting name="until" label={w.actsUntil}>
            {(control) => <input {...control} type="date" defaultValue={until} />}
          </Setting>
          <Setting name="who" label={w.actsPerson}>
            {(control) => (
              <select {...control}>
                <option value="">{w.actsAll}</option>
                {who && !memberOf(who) && (
                  <option value={who} selected>
                    {nameIn(who)}
                  </option>
                )}
                {members.value.map((one) => (
                  <option key={one.id} value={one.id} selected={one.id === who}>
                    {nameOf(one)}
                  </option>
                ))}
              </select>
            )}
          </Setting>
          <Setting name="kind" label={w.actsKind}>
            {(control) => (
              <select {...control}>
                <option value="">{w.actsAll}</option>
                {kinds().map(([name, words]) => (
                  <option key={name} value={name} selected={name === kind}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Setting>
        </div>
        {object && <p class="soft">{w.actsOfObject}</p>}
        <div class="row start">
          <SendButton look="other">{w.actsShow}</SendButton>
          {[from, until, who, kind, object].some(Boolean) && (
            <button type="button" class="quiet" onClick={() => void narrow({})}>
              {w.filterNone}
            </button>
          )}
        </div>
      </ActForm>
    </search>
  );
};

/** Name of somebody who is no member any more, as the shown events have it. */
const nameIn = (profile_id: string): string => {
  const event = acts.shown.value?.rows.find(({ actor }) => actor.profile_id === profile_id);
  return event?.actor.name ?? event?.actor.email ?? w.actsUnknown;
};

const Row = ({ of: event, filter }: { of: AdministrationEvent; filter: Filter }) => {
  const { kind, object, actor, client, outcome, at, ip, operation, reason, changes } = event;
  const who = actor.name || actor.email;
  return (
    <li>
      <div class="which">
        <p class="name">{w[`did_${kind}`] || kind}</p>
        {object.name && (
          <p>
            <bdi class="own">{object.name}</bdi>
          </p>
        )}
        {outcome === 'failure' && <p class="bad">{refusalIn(reason)}</p>}
      </div>
      <div class="what">
        <p>{who ? <bdi class="own">{who}</bdi> : w.actsUnknown}</p>
        {client && <p class="soft">{say(w.throughClient, { client: client.name ?? client.id })}</p>}
        <p class="soft">
          <Time at={at} />
        </p>
      </div>
      <details>
        <summary>{w.actsMore}</summary>
        {changes.length > 0 && (
          <ul>
            {changes.map((change) => (
              <li key={change.member}>{sentenceOf(change)}</li>
            ))}
          </ul>
        )}
        {actor.email && actor.name && (
          <p>
            <bdi class="own">{actor.email}</bdi>
          </p>
        )}
        {ip && <p class="soft">{say(w.actsAddress, { ip: { trusted: ip } })}</p>}
        <p class="soft">{say(w.actsOperation, { operation: { trusted: operation } })}</p>
        {object.id && object.id !== filter.object && (
          <p>
            <Link to={addressWith({ object: object.id })}>{w.actsOnlyObject}</Link>
          </p>
        )}
      </details>
    </li>
  );
};

/** The reason of a failure in words, where the pages have some for it. */
const refusalIn = (reason: string | null): string => {
  const words: Readonly<Record<string, unknown>> = w;
  const own = words[`refused_${reason}`];
  return typeof own === 'string' && own !== '' ? own : w.actsFailed;
};

/** A change in words. `member` is the API's own name; values are what people have given. */
const sentenceOf = ({ member, from, to }: AdministrationEvent['changes'][number]): string => {
  const values = { member: { trusted: member }, from: valueIn(from), to: valueIn(to) };
  if (from !== undefined && to !== undefined) return say(w.actsFromTo, values);
  if (to !== undefined) return say(w.actsTo, values);
  return from === undefined ? member : say(w.actsWas, values);
};

const valueIn = (value: unknown): string | Trusted => {
  if (value === null || value === undefined || value === '') return { trusted: w.actsNothing };
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Downloads of the log and of its proof, and how both are checked. */
const Export = () => {
  const done = useSignal('');
  const log = async (): Promise<void> => {
    done.value = say(w.actsInFile, { count: await saveLog() });
  };
  const proof = async (): Promise<void> => {
    done.value = (await saveProof()) ? '' : w.actsProofLater;
  };
  return (
    <section aria-labelledby="export">
      <h2 id="export">{w.actsExport}</h2>
      <p>{w.actsExportAbout}</p>
      <p>{w.actsCheck}</p>
      <div class="row start">
        <ActButton other act={log} doing={w.loading}>
          {w.actsExportGo}
        </ActButton>
        <ActButton other act={proof} doing={w.loading}>
          {w.actsProofGo}
        </ActButton>
        <a class="button other" href={`${document.body.dataset.api ?? ''}/verify`} target="_blank" rel="noopener">
          {w.actsCheckGo}
        </a>
      </div>
      <Copied
        id="command"
        label={w.actsCommand}
        text="npm run verify -- administration.ndjson administration-proof.json"
      />
      <p role="status">{done.value}</p>
    </section>
  );
};
