import { directionOf, QUOTES } from '../../base/languages.ts';
import { isolated, type Quotes, withoutQuotes } from '../../base/party-text.ts';
import type { MailBrand } from '../../storage/outbox/mail-brand.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from '../../storage/outbox/message-data.ts';
import { markName, quoted, renderMail } from './layout.ts';
import { bothForms, fillText, names, type OwnText, placeholdersIn, textOf } from './own-text.ts';
import { plainContact, withoutLinks } from './plain-words.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { FRAMES, SUBJECT_NOTICES, type SubjectNotice } from './texts/frames.ts';
import { textsFor } from './texts/index.ts';
import type { NoticeKind } from './texts/kinds.ts';

/** A mail's content: `html` and `text` have the same words. */
export interface Composed {
  subject: string;
  text: string;
  html: string;
}

/**
 * Composes the mail `kind` in the reader's language, without I/O: the same data always give the same mail. An
 * organization's own text replaces the standard one; subject, code and button stay unless it names them, and the frame
 * always stays.
 */
export const compose = <K extends MessageKind>(
  kind: K,
  locale: string | null | undefined,
  data: MessageData[K] & MessageContext,
  own?: OwnText,
): Composed => {
  const catalogue = textsFor(locale);
  const text = catalogue.messages[kind];
  const { because, button, quote, ends = [], note } = FRAMES[kind];
  const values = valuesOf(data, data.brand, data.timezone, catalogue);
  const marked = markNames(values);
  const all = (templates: readonly string[]) => templates.flatMap((template) => fillWhole(template, marked) ?? []);
  const link = own && names(own, 'link') ? undefined : values.link;
  const subject = oneLine(quoted(fill(text.subject, marked), QUOTES[catalogue.locale]));
  return {
    subject,
    ...renderMail({
      locale: catalogue.locale,
      quotes: QUOTES[catalogue.locale],
      brand: plainBrand(data.brand, catalogue.locale),
      subject,
      ...(own
        ? { body: bothForms(own, values, LONG), heading: '', paragraphs: [] }
        : {
            heading: fill(text.heading ?? text.subject, marked),
            paragraphs: all([catalogue.greeting, ...text.paragraphs, ...ends.map((name) => catalogue.shared[name])]),
            quote: quote && values[quote as string],
          }),
      code: own && names(own, 'code') ? undefined : values.code,
      button: button && link ? { label: catalogue.buttons[button], url: link, hint: catalogue.link_hint } : undefined,
      notes: all([...(note ? [catalogue.shared[note]] : []), ...(text.notes ?? []), catalogue.attached]),
      footer: all([catalogue.because[because], catalogue.support]),
    }),
  };
};

/** Composes the text message `kind` in the reader's language, or the organization's own text with link and code. */
export const composeSms = <K extends SmsKind>(
  kind: K,
  locale: string | null | undefined,
  data: MessageData[K] & MessageContext,
  own?: OwnText,
): string => {
  const catalogue = textsFor(locale);
  const values = valuesOf(data, data.brand, data.timezone, catalogue, SMS);
  if (!own) return oneLine(quoted(fill(catalogue.sms[kind], markNames(values)), smsQuotes(catalogue)));
  const text = plain(own);
  const left = ['code', 'link'].filter((name) => values[name] && !placeholdersIn(text).includes(name));
  return oneLine(fillText([text, ...left.map((name) => `{{${name}}}`)].join(' '), values));
};

/** Composes the sentence of an in-app notification. */
export const composeNotice = (
  kind: NoticeKind,
  locale: string | null | undefined,
  data: Record<string, string>,
  own?: OwnText,
): string => {
  const catalogue = textsFor(locale);
  const values = valuesOf(data, { name: data.brand_name ?? '' }, null, catalogue);
  if (own) return oneLine(fillText(plain(own), values));
  return oneLine(quoted(fill(noticeText(catalogue, kind), markNames(values)), QUOTES[catalogue.locale]));
};

const noticeText = ({ notices, messages, full_stop }: Catalogue, kind: NoticeKind): string =>
  isSubject(kind) ? messages[SUBJECT_NOTICES[kind]].subject + full_stop : notices[kind];

const isSubject = (kind: NoticeKind): kind is SubjectNotice => kind in SUBJECT_NOTICES;

const plain = ({ html, text }: OwnText): string => text ?? textOf(html ?? '');

type Values = Record<string, string | undefined>;

/** Properties of texts that keep their line breaks; all others become one line. */
const LONG = ['message', 'question', 'reason'];

/** A medium's limits for a name within a sentence. */
interface Medium {
  /** Most characters of a name. */
  longest: number;
  /** Stands for what was left out of a name. */
  ellipsis: string;
  /** Writes a name in the medium's own characters. */
  write: (name: string) => string;
}

const MAIL: Medium = { longest: 80, ellipsis: '…', write: (name) => name };

/**
 * Two names leave room for a link in two parts of a message. Of 160 letters a part has 70 if it holds one of these
 * characters.
 */
const SMS: Medium = {
  longest: 40,
  ellipsis: '...',
  write: (name) =>
    name
      .replace(/[\u2018\u2019\u02bc]/gu, "'")
      .replace(/[\u2010-\u2015]/gu, '-')
      .replace(/[\u00a0\u202f]/gu, ' ')
      .replaceAll('…', '...'),
};

/** Languages whose letters all take as much room in a text message as their quotation marks. */
const WIDE: readonly string[] = ['ar', 'ja'];

/** Marks around names in text messages: in Latin letters those of the alphabet of which 160 fit into one. */
const smsQuotes = ({ locale }: Catalogue): Quotes => (WIDE.includes(locale) ? QUOTES[locale] : ['"', '"']);

/** The data as texts, without missing ones; people's texts are cut to a length that suits the medium. */
const valuesOf = (
  data: object,
  brand: MailBrand,
  timezone: string | null | undefined,
  { locale }: Catalogue,
  medium = MAIL,
): Values => {
  const given = {
    ...data,
    brand_name: withoutLinks(brand.name.toWellFormed()),
    support_contact: brand.support_contact,
  };
  const values: Values = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = sayable(name, String(value).toWellFormed()).trim();
    if (text === '') continue;
    if (name.endsWith('_at')) values[name] = moment(text, locale, timezone);
    else if (name === 'link') values[name] = text;
    else if (LONG.includes(name)) values[name] = cut(text, { longest: 2000, ellipsis: '…' });
    else if (isName(name)) values[name] = nameIn(medium, text, locale);
    else values[name] = oneLine(text);
  }
  return values;
};

/** A name as it stands within a sentence. */
const nameIn = (medium: Medium, text: string, locale: string): string =>
  isolated(cut(medium.write(withoutQuotes(withoutTurns(oneLine(text)))), medium), directionOf(locale));

/** Marks the parties' texts, so that each form sets them apart from the sentence. */
const markNames = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && isName(name) ? markName(value) : value]),
  );

/** The brand for the frame: without links in its texts, and without its own link. */
const plainBrand = (brand: MailBrand, locale: string): MailBrand => {
  const text = (written: string): string => nameIn(MAIL, withoutLinks(written.toWellFormed()), locale);
  const { name, powered_by_label: label } = brand;
  return { ...brand, name: text(name), powered_by_label: label ? text(label) : null, powered_by_url: null };
};

/** Texts of parties that stand within sentences. */
const isName = (name: string): boolean => name === 'name' || name.endsWith('_name') || CONTACTS.includes(name);

/** A name on its own, such as a mail's sender. */
export const named = (name: string): string =>
  isolated(cut(withoutTurns(oneLine(withoutLinks(name.toWellFormed()))), MAIL), 'ltr');

/**
 * The reader may not know the author, so people's texts become plain words, and only the platform's own links stay.
 * Contacts are meant to be used.
 */
const sayable = (name: string, text: string): string => {
  if (OURS.includes(name)) return text;
  return CONTACTS.includes(name) ? plainContact(text) : withoutLinks(text);
};
/** Properties with values of the platform itself. */
const OURS = [
  'link',
  'code',
  'host',
  'files',
  'minutes',
  'codes_left',
  'timezone',
  'happened_at',
  'expires_at',
  'delete_at',
];
const CONTACTS = ['support_contact', 'recipient_email', 'named_email', 'member_email'];

const fill = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Fills the template; undefined if a named property is missing. */
const fillWhole = (template: string, values: Values): string | undefined => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return names.every((name) => values[name] !== undefined) ? fill(template, values) : undefined;
};

/** A text without controls of direction, which could reverse the rest of a sentence. */
const withoutTurns = (text: string): string => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** Makes one line: control characters would let a name start a new header line or paragraph. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const LETTERS = new Intl.Segmenter();

/**
 * Shortens a text by whole letters: a letter with its accents, or an emoji of several parts, is kept or left out as
 * one.
 */
const cut = (text: string, { longest, ellipsis }: Omit<Medium, 'write'>): string => {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const begin = characters.slice(0, longest).join('');
  const room = begin.length - ellipsis.length;
  const last = LETTERS.segment(begin).containing(room)?.index ?? room;
  return `${begin.slice(0, last).trimEnd()}${ellipsis}`;
};

const moment = (iso: string, locale: string, timezone: string | null | undefined): string => {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(iso));
  const zone = timezone || 'UTC';
  try {
    return `${format(zone)} (${zone})`;
  } catch {
    return `${format('UTC')} (UTC)`;
  }
};
