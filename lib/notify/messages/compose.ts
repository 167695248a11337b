import type { MailBrand } from '../../storage/outbox/mail-brand.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from '../../storage/outbox/message-data.ts';
import { markName, renderMail } from './layout.ts';
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
  const { because, button, quote, paragraph, note } = FRAMES[kind];
  const shared = (name: typeof note) => (name ? [catalogue.shared[name]] : []);
  const values = valuesOf(data, data.brand, data.timezone, catalogue);
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && isName(name) ? markName(value) : value]),
  );
  const all = (templates: readonly string[]) => templates.flatMap((template) => fillWhole(template, marked) ?? []);
  const link = own && names(own, 'link') ? undefined : values.link;
  const subject = oneLine(fill(text.subject, values));
  return {
    subject,
    ...renderMail({
      locale: catalogue.locale,
      brand: plainBrand(data.brand),
      subject,
      ...(own
        ? { body: bothForms(own, values, LONG), heading: '', paragraphs: [] }
        : {
            heading: fill(text.heading ?? text.subject, marked),
            paragraphs: all([catalogue.greeting, ...text.paragraphs, ...shared(paragraph)]),
            quote: quote && values[quote as string],
          }),
      code: own && names(own, 'code') ? undefined : values.code,
      button: button && link ? { label: catalogue.buttons[button], url: link, hint: catalogue.link_hint } : undefined,
      notes: all([...shared(note), ...(text.notes ?? []), catalogue.attached]),
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
  const values = valuesOf(data, data.brand, data.timezone, catalogue);
  if (!own) return oneLine(fill(catalogue.sms[kind], values));
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
  return oneLine(own ? fillText(plain(own), values) : fill(noticeText(catalogue, kind), values));
};

const noticeText = ({ notices, messages, full_stop }: Catalogue, kind: NoticeKind): string =>
  isSubject(kind) ? messages[SUBJECT_NOTICES[kind]].subject + full_stop : notices[kind];

const isSubject = (kind: NoticeKind): kind is SubjectNotice => kind in SUBJECT_NOTICES;

const plain = ({ html, text }: OwnText): string => text ?? textOf(html ?? '');

type Values = Record<string, string | undefined>;

/** Properties of texts that keep their line breaks; all others become one line. */
const LONG = ['message', 'question', 'reason'];

/** The data as texts, without missing ones; people's texts are cut to a length that suits a mail. */
const valuesOf = (
  data: object,
  brand: MailBrand,
  timezone: string | null | undefined,
  { locale }: Catalogue,
): Values => {
  const values: Values = { brand_name: named(brand.name) };
  for (const [name, value] of Object.entries({ ...data, support_contact: brand.support_contact })) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = sayable(name, String(value).toWellFormed()).trim();
    if (text === '') continue;
    if (name.endsWith('_at')) values[name] = moment(text, locale, timezone);
    else if (name === 'link') values[name] = text;
    else if (LONG.includes(name)) values[name] = cut(text, 2000);
    else values[name] = isolated(cut(isName(name) ? withoutQuotes(oneLine(text)) : oneLine(text), LONGEST));
  }
  return values;
};

/** The brand for the frame: without links in its texts, and without its own link. */
const plainBrand = (brand: MailBrand): MailBrand => ({
  ...brand,
  name: named(brand.name),
  powered_by_label: brand.powered_by_label ? named(brand.powered_by_label) : null,
  powered_by_url: null,
});

/** Texts of parties that stand within sentences. */
const isName = (name: string): boolean => name === 'name' || name.endsWith('_name');

/** A name whose own quotation marks can't end those that a sentence has around it. */
const withoutQuotes = (name: string): string => name.replace(/["\u00ab\u00bb\u201c-\u201f\u300c-\u300f\uff02]/gu, '’');

/** Longest name or title in a mail, in characters. */
const LONGEST = 80;

/** A name on its own, such as a mail's sender. */
export const named = (name: string): string => isolated(cut(oneLine(withoutLinks(name.toWellFormed())), LONGEST));

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
const CONTACTS = ['support_contact', 'recipient_email'];

const fill = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Fills the template; undefined if a named property is missing. */
const fillWhole = (template: string, values: Values): string | undefined => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return names.every((name) => values[name] !== undefined) ? fill(template, values) : undefined;
};

/**
 * Isolates a name, so that a right-to-left name doesn't change the order of the words around it (Unicode Standard Annex
 * 9). Direction controls in it are removed, because they could reverse the rest of a sentence.
 */
const isolated = (name: string): string => {
  const plain = name.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
};

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200F]/u;

/** Makes one line: control characters would let a name start a new header line or paragraph. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const cut = (text: string, length: number): string => {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
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
