import { invalid } from '../../base/errors.ts';
import type { Channel, EventName } from '../../storage/records/notification-template.ts';
import { isWellFormed, type OwnText, placeholdersIn, textOf } from '../messages/own-text.ts';
import { placeholdersOf } from './events.ts';
import { sanitised } from './html.ts';

/** Longest text: at most three parts of a text message, or one sentence in the application. */
const SHORT = 480;

/**
 * Checks the texts and sanitizes the HTML. Throws `invalid` if there is none, if a placeholder is not filled for this
 * event and channel, or if a text for SMS or the application is too long.
 */
export const checkedTexts = (event_name: EventName, type: Channel, given: OwnText): OwnText => {
  const html = given.html === null ? null : sanitised(given.html);
  if (html === '') return invalid('html_template', 'holds nothing that can be sent');
  const own = { html, text: given.text };
  const [first] = named(own);
  if (!first) return invalid('html_template', 'it or text_template must be given');
  for (const [field, text] of named(own)) checkPlaceholders(field, text, event_name, type);
  const plain = own.text ?? textOf(html ?? '');
  if (type !== 'email' && plain.length > SHORT) {
    return invalid(first[0], `must have at most ${SHORT} characters for the type ${type}`);
  }
  return own;
};

const named = ({ html, text }: OwnText): [string, string][] => [
  ...(text === null ? [] : [['text_template', text] as [string, string]]),
  ...(html === null ? [] : [['html_template', html] as [string, string]]),
];

const checkPlaceholders = (field: string, text: string, event_name: EventName, type: Channel): void => {
  if (!isWellFormed(text)) invalid(field, 'double braces are for placeholders, written like {{name}}');
  const allowed = placeholdersOf(event_name, type);
  const unknown = placeholdersIn(text).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const list = allowed.map((name) => `{{${name}}}`).join(', ');
  invalid(field, `{{${unknown}}} is not known; ${event_name} by ${type} can hold ${list}`);
};
