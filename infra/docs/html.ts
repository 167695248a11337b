import escapeHtml from 'escape-html';

/** HTML for a page. Only this module makes it, so that every text in it is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | null | false | readonly Part[];

/** A template whose parts are escaped, except those that are HTML already. Lists are joined. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((whole, string, index) => whole + asText(parts[index - 1]) + string));

const asText = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(asText).join('');
  return part === undefined || part === null || part === false ? '' : escapeHtml(String(part));
};
