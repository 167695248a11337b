import { WEBHOOK_EVENTS } from '../../../../storage/outbox/webhook-events.ts';
import { timeOf } from '../../account/dates.tsx';
import { Link } from '../../account/link.tsx';
import type { WebhookReceiver } from '../../shared/answers.ts';
import { ActButton } from '../../shared/parts.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { search } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { askToDelete } from '../parts/ask-to-delete.tsx';
import { List } from '../parts/list.tsx';
import { tell } from '../parts/notice.tsx';
import { may } from '../parts/rights.ts';
import { Press, RowActs } from '../parts/row-acts.tsx';
import { say, w } from '../words/index.ts';
import { Deliveries } from './deliveries.tsx';
import { change, deliveriesAt, hooks, isOn, isPlaced, nameOf, pathOf, remove, stateOf } from './hooks-state.ts';
import { ReceiverSheet } from './receiver-sheet.tsx';
import { askToRotate } from './secret-sheets.tsx';

/** The organization's webhooks; with an id in the address, what was sent to one. */
export const Webhooks = () => {
  const id = new URLSearchParams(search.value).get('id');
  if (id && may('org:update')) return <Deliveries id={id} />;
  return (
    <>
      {may('org:update') && (
        <div class="row start">
          <button type="button" onClick={() => showSheet(() => <ReceiverSheet />)}>
            {w.hookMake}
          </button>
        </div>
      )}
      <List of={hooks} label={w.hooksTitle} empty={w.hooksEmpty}>
        {(hook) => <Row key={hook.id} of={hook} />}
      </List>
    </>
  );
};

const Row = ({ of: hook }: { of: WebhookReceiver }) => {
  const { url, description, events, filters, secret_overlap_until, last_success } = hook;
  const { words, isBad } = stateOf(hook);
  const isBus = hook.destination === 'eventbridge';
  return (
    <li>
      <div class="which">
        {description && (
          <p class="name">
            <bdi class="own">{description}</bdi>
          </p>
        )}
        <p class={description ? 'address' : 'address name'}>
          {isBus ? (
            w.hookBusName
          ) : (
            <bdi class="own" dir="ltr">
              {url}
            </bdi>
          )}
        </p>
        <p class="soft">
          {events.length === WEBHOOK_EVENTS.length ? w.hookEventsAll : say(w.hookEventsCount, { count: events.length })}
          {filters && ` · ${w.hookFiltered}`}
          {hook.administration && ` · ${w.hookAdministration}`}
        </p>
      </div>
      <div class="what">
        <p class={isBad ? 'bad' : isOn(hook) ? 'good' : 'soft'}>{words}</p>
        {!isBad && last_success && <p class="soft">{say(w.hookTaken, { time: { trusted: timeOf(last_success) } })}</p>}
        {secret_overlap_until && (
          <p class="soft">{say(w.hookBothSign, { time: { trusted: timeOf(secret_overlap_until) } })}</p>
        )}
      </div>
      {may('org:update') && <Acts of={hook} />}
    </li>
  );
};

const Acts = ({ of: hook }: { of: WebhookReceiver }) => (
  <RowActs of={nameOf(hook)}>
    <Link to={deliveriesAt(hook)} look="quiet">
      {w.hookDeliveries}
    </Link>
    {isOn(hook) && (
      <ActButton look="quiet" act={() => sendTest(hook)}>
        {w.hookTest}
      </ActButton>
    )}
    <Press act={() => showSheet(() => <ReceiverSheet of={hook} />)}>{w.apiKeyChange}</Press>
    {isPlaced(hook) && (
      <ActButton look="quiet" act={() => turn(hook, !isOn(hook))}>
        {isOn(hook) ? w.hookSwitchOff : w.hookSwitchOn}
      </ActButton>
    )}
    {hook.destination === 'https' && <Press act={() => askToRotate(hook)}>{w.apiKeyRotate}</Press>}
    <Press act={() => askToDelete(nameOf(hook), w.hookDeleteAbout, () => remove(hook))}>{w.apiKeyDelete}</Press>
  </RowActs>
);

const sendTest = async (hook: WebhookReceiver): Promise<void> => {
  await ask('POST', `${pathOf(hook)}/test`);
  tell(say(w.hookTested, { name: nameOf(hook) }));
};

/** Switches a webhook on or off. */
const turn = async (hook: WebhookReceiver, active: boolean): Promise<void> => {
  await change(hook, { active });
  const words = active ? w.hookSwitchedOn : w.hookSwitchedOff;
  tell(say(words, { name: nameOf(hook) }), () => change(hook, { active: !active }));
};
