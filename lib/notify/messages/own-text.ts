import escapeHtml from 'escape-html';

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

/** Fills the HTML's placeholders; line breaks in people's texts are kept. */
export const fillHtml = (html: string, values: Values): string =>
  html.replace(PLACEHOLDER, (_, name: string) => escapeHtml(values[name] ?? '').replaceAll('\n', '<br>'));

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

/** Both forms of the text, filled. */
export const bothForms = ({ html, text }: OwnText, values: Values): { html: string; text: string } => {
  const filled = html === null ? htmlOf(fillText(text ?? '', values)) : fillHtml(html, values);
  return { html: filled, text: text === null ? textOf(filled) : fillText(text, values) };
};

/** True if each given form names the placeholder: then the message needn't add its value. */
export const names = ({ html, text }: OwnText, name: string): boolean =>
  [html, text].every((form) => form === null || placeholdersIn(form).includes(name));
