import sanitizeHtml from 'sanitize-html';
import { invalid } from '../../base/errors.ts';

/** Styles without addresses and code: colours, sizes and words. */
const PLAIN = /^(?!.*(url|expression|image)\s*\()[\w\s#%.,()'"!-]+$/i;
const STYLES = [
  'background-color',
  'border',
  'border-bottom',
  'border-collapse',
  'border-left',
  'border-radius',
  'border-right',
  'border-top',
  'color',
  'display',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'margin',
  'margin-bottom',
  'margin-left',
  'margin-right',
  'margin-top',
  'max-width',
  'padding',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'padding-top',
  'text-align',
  'text-decoration',
  'text-transform',
  'vertical-align',
  'width',
];

/**
 * Sanitizes `html` for a mail: words, lists, tables, pictures and links stay. Only texts and the whole address of a
 * link may contain placeholders; throws `invalid` for any other attribute, because people's texts must not become an
 * address or a style.
 */
export const sanitised = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'div', 'span', 'blockquote', 'ul', 'ol', 'li', 'a', 'img'],
      ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'code', 'center'],
      ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      table: ['width', 'align', 'border', 'cellpadding', 'cellspacing', 'bgcolor'],
      th: ['width', 'align', 'valign', 'colspan', 'rowspan', 'bgcolor'],
      td: ['width', 'align', 'valign', 'colspan', 'rowspan', 'bgcolor'],
      '*': ['style', 'dir', 'lang'],
    },
    allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, [PLAIN]])) },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: {
      '*': (tagName, attribs) => {
        for (const [name, value] of Object.entries(attribs)) {
          const isLink = tagName === 'a' && name === 'href' && /^\{\{\s*link\s*\}\}$/.test(value);
          if (/\{\{|\}\}/.test(value) && !isLink) invalid('html_template', NOT_THERE);
        }
        return { tagName, attribs };
      },
    },
  }).trim();

const NOT_THERE = 'placeholders can stand in texts and, as href="{{link}}", in links; in no other attribute';
