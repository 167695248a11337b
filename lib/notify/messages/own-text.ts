import escapeHtml from 'escape-html';
import { quotedText, quoteLines } from './quotation.ts';

/** An organization's own text for a message, with placeholders like `{{name}}`. At least one of the two exists. */
export interface OwnText {
  /** Sanitized when it was stored; values are escaped when they are filled in. */
  html: string | null;
  text: string | null;
}

type Values = Record<string, string | undefined>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of the placeholders in a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** True if every pair of braces is a placeholder. */
export const isWellFormed = (text: string): boolean => !/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''));

/** Fills the text's placeholders; missing values become empty. */
export const fillText = (text: string, values: Values): string =>
  text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');

/** A person's text of several lines within an organization's own: on a background and with a bar of its own. */
const QUOTE =
  'display:inline-block;padding:4px 12px;background:#eef1f5;border-inline-start:4px solid #7c8796;color:#1b1f26';

/** A tag with its attributes, or a placeholder between tags. */
const TAG_OR_PLACEHOLDER = new RegExp(`<(?:"[^"]*"|[^">])*>|${PLACEHOLDER.source}`, 'g');

/**
 * Fills the HTML's placeholders, also those in attributes. Line breaks in people's texts are kept, and those named by
 * `long` are set apart.
 */
export const fillHtml = (html: string, values: Values, long: readonly string[] = []): string =>
  html.replace(TAG_OR_PLACEHOLDER, (found, name: string | undefined) => {
    if (name === undefined) return found.replace(PLACEHOLDER, (_, inner: string) => escapeHtml(values[inner] ?? ''));
    const lines = quoteLines(values[name] ?? '')
      .map(escapeHtml)
      .join('<br>');
    return long.includes(name) && lines !== ''
      ? `<span class="box" dir="auto" style="${QUOTE}">${lines}</span>`
      : lines;
  });

/** Converts HTML to plain text. The sanitizer writes tags and entities in one form only. */
export const textOf = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, label: string) =>
      label.includes(href) ? label : `${label} (${href})`,
    )
    .replace(/<br[^>]*>/g, '\n')
    .replace(/<\/(p|div|h\d|ul|ol|table|blockquote)>/g, '\n\n')
    .replace(/<\/(li|tr)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

/** Converts plain text to HTML, with a paragraph for each block between empty lines. */
const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** Both forms of the text, filled. Lines of the people's texts named by `long` can't pass for the organization's. */
export const bothForms = (
  { html, text }: OwnText,
  values: Values,
  long: readonly string[] = [],
): { html: string; text: string } => {
  const quoted = Object.entries(values).map(([name, value]) => [
    name,
    value && long.includes(name) ? quotedText(value) : value,
  ]);
  return {
    html: fillHtml(html ?? htmlOf(text ?? ''), values, long),
    text: fillText(text ?? textOf(html ?? ''), Object.fromEntries(quoted)),
  };
};

/** True if each given form names the placeholder: then the message needn't add its value. */
export const names = ({ html, text }: OwnText, name: string): boolean =>
  [html, text].every((form) => form === null || placeholdersIn(form).includes(name));
