import { timeOf } from '../../account/dates.tsx';
import type { WebhookReceiver } from '../../shared/answers.ts';
import { ask } from '../../user/session.ts';
import { pagedList } from '../parts/list-state.ts';
import { say, w } from '../words/index.ts';

/** The organization's webhooks. */

const RECEIVERS = '/v2/webhooks/receivers';

export const hooks = pagedList<WebhookReceiver>(async () => ({
  rows: await ask<WebhookReceiver[]>('GET', RECEIVERS),
  next: null,
}));

type Id = Pick<WebhookReceiver, 'id'>;

export const pathOf = ({ id }: Id): string => `${RECEIVERS}/${id}`;

/** Address of the list of what was sent to a webhook. */
export const deliveriesAt = ({ id }: Id): string => `/organization/webhooks?id=${id}`;

/** The answer without its secret, which the page doesn't keep. */
const withoutSecret = (hook: WebhookReceiver): WebhookReceiver => ({ ...hook, secret_key: null });

/** Shows a webhook as it is now. */
export const put = (changed: WebhookReceiver): void =>
  hooks.change((rows) => rows.map((one) => (one.id === changed.id ? withoutSecret(changed) : one)));

export const make = async (what: object): Promise<WebhookReceiver> => {
  const made = await ask<WebhookReceiver>('POST', RECEIVERS, what);
  hooks.change((rows) => [...rows, withoutSecret(made)]);
  return made;
};

export const change = async (hook: Id, what: object): Promise<void> =>
  put(await ask<WebhookReceiver>('PATCH', pathOf(hook), what));

export const remove = async (hook: Id): Promise<void> => {
  await ask('DELETE', pathOf(hook));
  hooks.change((rows) => rows.filter(({ id }) => id !== hook.id));
};

/** Its name for people. */
export const nameOf = ({ description, url, destination }: WebhookReceiver): string =>
  description || url || (destination === 'eventbridge' ? w.hookBusName : w.hookNoAddress);

/** True if events can go somewhere: it has an address, or the event bus is its destination. */
export const isPlaced = ({ url, destination }: WebhookReceiver): boolean => url !== '' || destination === 'eventbridge';

/** True if it can be called. */
export const isOn = (hook: WebhookReceiver): boolean =>
  isPlaced(hook) && (hook.state === 'active' || hook.state === 'behind');

/** The webhook's state in words, and whether somebody should look after it. */
export const stateOf = (hook: WebhookReceiver): { words: string; isBad: boolean } => {
  const { state, last_success, last_failure } = hook;
  if (!isPlaced(hook)) return { words: w.hookNoAddress, isBad: false };
  if (state === 'gone') return { words: w.hookGone, isBad: true };
  if (state === 'off') return { words: w.hookOff, isBad: false };
  if (state === 'behind') return { words: w.hookBehind, isBad: true };
  if (!last_failure || (last_success ?? '') > last_failure) return { words: w.hookOn, isBad: false };
  const time = { trusted: timeOf(last_success ?? last_failure) };
  return { words: say(last_success ? w.hookFailing : w.hookFailingEver, { time }), isBad: true };
};
