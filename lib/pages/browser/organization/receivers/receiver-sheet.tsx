import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../storage/outbox/webhook-events.ts';
import type { WebhookReceiver } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { refusedInput } from '../../shared/explain.ts';
import { ActForm, Choice, SendButton, textIn } from '../../shared/parts.tsx';
import { InputRefused, keepReading } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { tell } from '../parts/notice.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { readChoices, senders, templates } from './choices-state.ts';
import { dataOf, linesOf } from './data-lines.ts';
import { change, make, nameOf } from './hooks-state.ts';
import { showSecret } from './secret-sheets.tsx';

const METHODS = ['hmac', 'client_credentials', 'none'] as const;
const ADDRESSES = ['url', 'token_endpoint'];
/** The most templates or senders that a webhook is narrowed to. */
const MOST = 20;

/** Makes a webhook, or changes `of`. */
export const ReceiverSheet = ({ of }: { of?: WebhookReceiver }) => {
  const events = useSignal<readonly WebhookEvent[]>(of?.events ?? []);
  const method = useSignal(of?.auth_method ?? 'hmac');
  const destination = useSignal(of?.destination ?? 'https');
  const isBus = destination.value === 'eventbridge';
  const save = async (given: FormData): Promise<void> => {
    const administration = given.get('administration') === 'on';
    if (events.value.length === 0 && !administration) throw new InputRefused('events', w.hookEventsNone);
    const what = {
      description: textIn(given, 'description'),
      events: events.value,
      filters: filtersIn(given, of),
      ...(isBus ? { administration } : authIn(given)),
    };
    const url = textIn(given, 'url');
    try {
      if (of) await keep(of, { ...what, ...(url === of.url ? {} : { url }) });
      else if (isBus) added(await make({ destination: 'eventbridge', ...what }));
      else showSecret(w.hookMade, await make({ url, ...what }));
    } catch (error) {
      throw addressRefused(error);
    }
  };
  return (
    <Sheet title={of ? say(w.apiKeyChangeTitle, { name: nameOf(of) }) : w.hookMake} typing>
      <ActForm act={save}>
        {hasBus && !of && <Destination chosen={destination} />}
        {!isBus && (
          <Setting name="url" label={w.hookUrl} about={w.hookUrlAbout}>
            {(control) => (
              <input {...control} type="url" dir="ltr" required maxLength={2048} defaultValue={of?.url ?? ''} />
            )}
          </Setting>
        )}
        <Setting name="description" label={`${w.hookDescription} (${w.optional})`}>
          {(control) => <input {...control} type="text" maxLength={500} defaultValue={of?.description ?? ''} />}
        </Setting>
        <Events chosen={events} />
        {isBus && (
          <Choice type="checkbox" name="administration" defaultChecked={of?.administration ?? false}>
            {w.hookAdministration}
          </Choice>
        )}
        <Filters of={of?.filters ?? null} />
        {!isBus && <Auth of={of} method={method} />}
        <SendButton>{of ? w.orgSave : w.hookMake}</SendButton>
      </ActForm>
    </Sheet>
  );
};

/** True if the operator of this service has given it an event bus. */
const hasBus = document.body.dataset.eventBus !== undefined;

const DESTINATIONS = ['https', 'eventbridge'] as const;

const Destination = ({ chosen }: { chosen: Signal<WebhookReceiver['destination']> }) => (
  <fieldset>
    <legend>{w.hookDestination}</legend>
    <p class="soft">{w.hookDestinationAbout}</p>
    {DESTINATIONS.map((one) => (
      <Choice
        key={one}
        type="radio"
        name="destination"
        value={one}
        checked={chosen.value === one}
        onChange={() => {
          chosen.value = one;
        }}
      >
        {one === 'https' ? w.hookHttps : w.hookBus}
      </Choice>
    ))}
  </fieldset>
);

/** Says that a webhook without a secret to keep was made. */
const added = (made: WebhookReceiver): void => {
  closeSheet();
  tell(say(w.hookSwitchedOn, { name: nameOf(made) }));
};

/** The API's refusal of an address in the page's language. */
const addressRefused = (error: unknown): unknown => {
  const input = error instanceof CallFailed ? refusedInput(error) : '';
  return ADDRESSES.includes(input) ? new InputRefused(input, w.hookUrlBad) : error;
};

const keep = async (before: WebhookReceiver, what: object): Promise<void> => {
  await change(before, what);
  closeSheet();
  const { url, description, events, filters, auth_method, token_endpoint, client_id, scope, administration } = before;
  const undo = (): Promise<void> =>
    change(before, {
      description,
      events,
      filters,
      ...(before.destination === 'https' ? { auth_method, token_endpoint, client_id, scope } : { administration }),
      ...('url' in what ? { url } : {}),
    });
  // The client's secret of before can't be given back: nobody can read it.
  tell(say(w.apiKeyChanged, { name: nameOf(before) }), 'client_secret' in what ? undefined : undo);
};

const Events = ({ chosen }: { chosen: Signal<readonly WebhookEvent[]> }) => {
  const choose = (event: WebhookEvent, isChosen: boolean): void => {
    chosen.value = WEBHOOK_EVENTS.filter((one) => (one === event ? isChosen : chosen.value.includes(one)));
  };
  return (
    <fieldset>
      <legend>{w.hookEvents}</legend>
      <Choice
        type="checkbox"
        checked={chosen.value.length === WEBHOOK_EVENTS.length}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.checked ? WEBHOOK_EVENTS : [];
        }}
      >
        <b>{w.hookEventsAll}</b>
      </Choice>
      {WEBHOOK_EVENTS.map((event) => (
        <Choice
          key={event}
          type="checkbox"
          checked={chosen.value.includes(event)}
          onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
        >
          {w[`happens_${event}`]}
        </Choice>
      ))}
    </fieldset>
  );
};

type Narrowed = NonNullable<WebhookReceiver['filters']>;

const Filters = ({ of }: { of: Narrowed | null }) => {
  useEffect(() => keepReading(readChoices), []);
  return (
    <details open={of !== null}>
      <summary>{w.hookFilters}</summary>
      <p class="soft">{w.hookFiltersAbout}</p>
      <Among name="template_ids" legend={w.hookTemplates} of={templates.value} chosen={of?.template_ids ?? []} />
      <Among name="profile_ids" legend={w.hookSenders} of={senders.value} chosen={of?.profile_ids ?? []} />
      <Setting name="data" label={w.hookData} about={w.hookDataAbout}>
        {(control) => (
          <textarea
            {...control}
            class="code"
            rows={3}
            dir="ltr"
            maxLength={4000}
            spellcheck={false}
            autocapitalize="off"
            defaultValue={linesOf(of?.data ?? {})}
          />
        )}
      </Setting>
    </details>
  );
};

/** Boxes for each of `of`, and for what is chosen but isn't among them. */
const Among = ({
  name,
  legend,
  of,
  chosen,
}: {
  name: string;
  legend: string;
  of: readonly { id: string; name: string }[];
  chosen: readonly string[];
}) => {
  const others = chosen.filter((id) => !of.some((one) => one.id === id));
  if (of.length === 0 && others.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="among">
        {of.map((one) => (
          <Choice key={one.id} type="checkbox" name={name} value={one.id} defaultChecked={chosen.includes(one.id)}>
            <bdi class="own">{one.name}</bdi>
          </Choice>
        ))}
        {others.map((id) => (
          <Choice key={id} type="checkbox" name={name} value={id} defaultChecked>
            {w.hookUnlisted}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
};

/** The filters that a form has; null for none. Throws at the input that the API would refuse. */
const filtersIn = (given: FormData, before?: WebhookReceiver): Narrowed | null => {
  const idsIn = (name: string): string[] => {
    const ids = given.getAll(name).map(String);
    if (ids.length > MOST) throw new InputRefused(name, say(w.hookTooMany, { most: MOST }));
    return ids;
  };
  const template_ids = idsIn('template_ids');
  const profile_ids = idsIn('profile_ids');
  const data = dataIn(given, before?.filters?.data ?? {});
  const isNone = template_ids.length === 0 && profile_ids.length === 0 && Object.keys(data).length === 0;
  return isNone ? null : { template_ids, profile_ids, data };
};

const dataIn = (given: FormData, before: Narrowed['data']): Narrowed['data'] => {
  const lines = textIn(given, 'data').replaceAll('\r\n', '\n');
  // Lines can't say all that programs give, such as a name with “=”.
  if (lines === linesOf(before).trim()) return before;
  const read = dataOf(lines);
  if ('bad' in read) throw new InputRefused('data', say(w.hookDataBad, { line: read.bad }));
  return read.data;
};

const Auth = ({ of, method }: { of: WebhookReceiver | undefined; method: Signal<WebhookReceiver['auth_method']> }) => (
  <>
    <Setting name="auth_method" label={w.hookAuth} about={w.hookAuthAbout}>
      {(control) => (
        <select
          {...control}
          onChange={({ currentTarget }) => {
            method.value = METHODS.find((one) => one === currentTarget.value) ?? 'hmac';
          }}
        >
          {METHODS.map((one) => (
            <option key={one} value={one} selected={one === method.value}>
              {w[`hookAuth_${one}`]}
            </option>
          ))}
        </select>
      )}
    </Setting>
    {method.value === 'client_credentials' && <Credentials of={of} />}
  </>
);

const Credentials = ({ of }: { of: WebhookReceiver | undefined }) => {
  const isKept = Boolean(of?.client_secret);
  return (
    <>
      <Setting name="token_endpoint" label={w.hookToken}>
        {(control) => (
          <input {...control} type="url" dir="ltr" required maxLength={2048} defaultValue={of?.token_endpoint ?? ''} />
        )}
      </Setting>
      <Setting name="client_id" label={w.apiKeyId}>
        {(control) => (
          <input {...control} type="text" dir="ltr" required maxLength={2048} defaultValue={of?.client_id ?? ''} />
        )}
      </Setting>
      <Setting name="client_secret" label={w.apiKeySecret} about={isKept ? w.hookSecretStays : undefined}>
        {(control) => (
          <input {...control} type="password" autocomplete="new-password" required={!isKept} maxLength={2048} />
        )}
      </Setting>
      <Setting name="scope" label={`${w.hookScope} (${w.optional})`}>
        {(control) => <input {...control} type="text" dir="ltr" maxLength={2048} defaultValue={of?.scope ?? ''} />}
      </Setting>
    </>
  );
};

const authIn = (given: FormData): object => {
  const auth_method = textIn(given, 'auth_method');
  if (auth_method !== 'client_credentials') return { auth_method };
  const client_secret = textIn(given, 'client_secret');
  return {
    auth_method,
    token_endpoint: textIn(given, 'token_endpoint'),
    client_id: textIn(given, 'client_id'),
    scope: textIn(given, 'scope') || null,
    ...(client_secret ? { client_secret } : {}),
  };
};
