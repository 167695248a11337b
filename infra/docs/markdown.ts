import escapeHtml from 'escape-html';
import { Marked } from 'marked';
import { Html } from './html.ts';

/** Targets of words that name something: operations' ids, error codes, records. */
export type Known = ReadonlyMap<string, string>;

/** A part of a rendered text that has an address of its own. */
export interface Section {
  anchor: string;
  title: string;
  text: string;
}

/**
 * Renders Markdown. HTML in it is shown as text. `code` that names something known becomes a link, and so does the file
 * of a guide; links to other files of the repository are shown as text.
 */
export const markdown = (text = '', known: Known = new Map(), level = 0): Html =>
  new Html(rendererOf(known, level).parse(text, { async: false }));

const rendererOf = (known: Known, level: number): Marked =>
  new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      codespan: ({ text }) => {
        const page = known.get(text);
        const code = `<code>${escapeHtml(text)}</code>`;
        return page ? `<a href="${escapeHtml(page)}">${code}</a>` : code;
      },
      code: ({ text, lang = '' }) =>
        `<pre tabindex="0" data-language="${escapeHtml(lang)}"><code>${escapeHtml(text)}</code></pre>\n`,
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="wide" tabindex="0"><table class="plain"><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
      heading({ tokens, depth, text }) {
        const tag = `h${Math.min(6, depth + level)}`;
        return `<${tag} id="${anchorOfHeading(text)}">${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
      link({ href, tokens }) {
        const shown = this.parser.parseInline(tokens);
        const guide = /^([a-z-]+)\.md(#.*)?$/.exec(href);
        if (guide) return `<a href="?page=guide-${guide[1]}${guide[2] ?? ''}">${shown}</a>`;
        return /^(https?:|#|\/|\?)/.test(href) ? `<a href="${escapeHtml(href)}">${shown}</a>` : shown;
      },
    },
  });

/** Address of a heading within its page. */
const anchorOfHeading = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The parts of a text below headings of the second level, without code. */
export const sectionsOf = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { anchor: anchorOfHeading(title), title, text: withoutCode(lines.join('\n')) };
    });

/** A text without its blocks of code and its marks. */
export const withoutCode = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```/gm, ' ')
    .replace(/[`*#|[\]()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
