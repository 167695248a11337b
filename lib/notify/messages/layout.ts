import escaped from 'escape-html';
import { inkOn, needsEdge } from '../../base/colour.ts';
import { directionOf } from '../../base/languages.ts';
import type { Quotes } from '../../base/party-text.ts';
import type { MailBrand } from '../../storage/outbox/mail-brand.ts';
import { quotedText, quoteLines } from './quotation.ts';

/**
 * Begin and end of a party's name within a sentence: HTML sets it apart. No name holds them, because they are controls.
 */
const NAME = { begin: '\u0001', end: '\u0002' };

/** Marks a party's name within a sentence. */
export const markName = (name: string): string => `${NAME.begin}${name}${NAME.end}`;

const unmarked = (text: string): string => text.replaceAll(NAME.begin, '').replaceAll(NAME.end, '');

/** A sentence in plain text, in which names stand in quotation marks: its own, or those that it gets here. */
export const quoted = (text: string, [begin, end]: Quotes): string => {
  const [before = '', ...parts] = text.split(NAME.begin);
  return parts.reduce((said, part) => {
    const [name = '', after = ''] = part.split(NAME.end);
    return said.endsWith(begin) ? `${said}${name}${after}` : `${said}${begin}${name}${end}${after}`;
  }, before);
};

const escapeHtml = (text: string): string => escaped(unmarked(text));

/**
 * A sentence of the platform, in which names have a background of their own: what stands in them is no part of the
 * sentence.
 */
const sentence = (text: string): string =>
  escaped(text)
    .replaceAll(
      NAME.begin,
      '<span class="box" style="padding:0 4px;background:#eef1f5;border-radius:4px;color:#1b1f26;-webkit-box-decoration-break:clone;box-decoration-break:clone">',
    )
    .replaceAll(NAME.end, '</span>');

/**
 * One mail's content in plain text: only this file turns it into HTML. Sentences mark the names in them (`markName`).
 */
export interface MailContent {
  /** Language tag (BCP 47). */
  locale: string;
  quotes: Quotes;
  brand: MailBrand;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** Replaces heading and paragraphs: safe HTML, and the same as text. */
  body?: { html: string; text: string } | undefined;
  /** A code to copy or type. */
  code?: string | undefined;
  /** A person's own text; line breaks are kept. */
  quote?: string | undefined;
  /** `hint` comes before the written-out address. */
  button?: { label: string; url: string; hint: string } | undefined;
  notes: readonly string[];
  footer: readonly string[];
}

const DEFAULT_COLOR = '#1f5fd0';

/**
 * Renders the mail as HTML and as plain text. HTML for mail programs: tables, inline styles (the style block only adds
 * dark colours and phone widths), no scripts, no pictures but the brand's logo. Everything is escaped; colours that are
 * no hex colours and addresses that are not http(s) are left out.
 */
export const renderMail = (content: MailContent): { html: string; text: string } => ({
  html: html(content),
  text: text(content),
});

const text = (content: MailContent): string => {
  const { brand, heading, paragraphs, body, code, quote, button, notes, footer, quotes } = content;
  const plain = (one: string): string => quoted(one, quotes);
  return [
    plain(heading),
    ...paragraphs.map(plain),
    body?.text,
    code,
    quote && quotedText(quote),
    button && isWebAddress(button.url) && `${button.label}:\n${button.url}`,
    ...notes.map(plain),
    ['-- ', ...[markName(brand.name), ...footer].map(plain), ...poweredBy(brand).map(plain)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
};

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Older mail programs support only the second property. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const BODY = `${FONT};font-size:16px;line-height:24px`;
const SMALL = `${FONT};font-size:13px;line-height:20px`;

const html = (content: MailContent): string => {
  const { locale, quotes, brand, subject, heading, paragraphs, body, code, quote, button, notes, footer } = content;
  const color = hexColor(brand.primary_color) ?? DEFAULT_COLOR;
  const dir = directionOf(locale);
  // Mail programs that take away `html` and `body` leave what stands on the table.
  const row = rowFrom(dir === 'rtl' ? 'right' : 'left');
  const rows = [
    row('32px 32px 0', logo(content)),
    heading &&
      row(
        '24px 32px 0',
        `<h1 class="text" style="margin:0;${FONT};font-size:24px;line-height:32px;font-weight:600;color:#1b1f26;${WRAP}">${sentence(heading)}</h1>`,
      ),
    ...paragraphs.map((one) => row('16px 32px 0', paragraph(one))),
    body && row('24px 32px 0', `<div class="text" style="${BODY};color:#1b1f26;${WRAP}">${body.html}</div>`),
    code && row('16px 32px 0', codeBlock(code)),
    quote && row('16px 32px 0', quoteBlock(quote, color)),
    button && isWebAddress(button.url) && row('24px 32px 0', buttonBlock(button, color)),
    ...notes.map((one) => row('16px 32px 0', note(sentence(one)))),
    button && isWebAddress(button.url) && row('16px 32px 0', address(button)),
    row('32px 32px 0', ''),
  ];
  const small = [...footer, ...poweredBy(brand)].map(sentence);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 620px) { .page { padding: 0 !important; } .card { border-radius: 0 !important; } .pad { padding-left: 20px !important; padding-right: 20px !important; } .wide { display: block !important; text-align: center !important; } }
@media (prefers-color-scheme: dark) { .page { background: #14171c !important; } .card { background: #1f242c !important; border-left-color: #2f3641 !important; border-right-color: #2f3641 !important; border-bottom-color: #2f3641 !important; } .text { color: #eceff4 !important; } .text a { color: #9dbdff; } .muted, .muted a { color: #a9b2bf !important; } .box { background: #2a303a !important; color: #eceff4 !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(body?.text.slice(0, 200) ?? quoted(paragraphs[1] ?? paragraphs[0] ?? heading, quotes))}</div>
<table role="presentation" class="page" lang="${escapeHtml(locale)}" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;background:#f2f4f7"><tr><td class="page" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;background:#ffffff;border:1px solid #e1e5ea;border-top:4px solid ${color};border-radius:8px">
${rows.filter(Boolean).join('\n')}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed">
${small.map((one) => row('12px 32px 0', note(one))).join('\n')}
${row('12px 32px 12px', '')}
</table>
</td></tr></table>
</body>
</html>
`;
};

const rowFrom =
  (side: 'left' | 'right') =>
  (padding: string, inner: string): string =>
    `<tr><td class="pad" align="${side}" style="padding:${padding}">${inner}</td></tr>`;

const logo = ({ brand: { name, logo_url }, quotes }: MailContent): string =>
  logo_url && isWebAddress(logo_url)
    ? `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(quoted(markName(name), quotes))}" height="40" style="display:block;height:40px;max-width:240px;border:0;${BODY}">`
    : `<p class="text" style="margin:0;${BODY};font-weight:600;color:#1b1f26;${WRAP}">${sentence(markName(name))}</p>`;

const paragraph = (value: string): string =>
  `<p class="text" style="margin:0;${BODY};color:#1b1f26;${WRAP}">${sentence(value)}</p>`;

const note = (markup: string): string =>
  `<p class="muted" style="margin:0;${SMALL};color:#5c6675;${WRAP}">${markup}</p>`;

const codeBlock = (code: string): string => {
  // A token of 43 characters as large as six digits would fill the screen.
  const size =
    code.length <= 10 ? 'font-size:28px;line-height:36px;letter-spacing:6px' : 'font-size:15px;line-height:22px';
  return `<p class="box" style="margin:0;padding:12px 16px;background:#eef1f5;border-radius:6px;font-family:ui-monospace,Menlo,Consolas,monospace;${size};font-weight:600;color:#1b1f26;text-align:center;word-break:break-all">${escapeHtml(code)}</p>`;
};

const quoteBlock = (quote: string, color: string): string =>
  `<p class="box" dir="auto" style="margin:0;padding:12px 16px;background:#eef1f5;border-left:4px solid ${color};border-radius:0 6px 6px 0;${BODY};text-align:start;color:#1b1f26;${WRAP}">${quoteLines(quote).map(escapeHtml).join('<br>')}</p>`;

const buttonBlock = ({ label, url }: { label: string; url: string }, color: string): string =>
  `<a class="wide" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 27px;background:${color};border:1px solid ${edgeOf(color)};border-radius:6px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:${inkOn(color, '#111111')};text-decoration:none">${escapeHtml(label)}</a>`;

const address = ({ url, hint }: { url: string; hint: string }): string =>
  `<p class="muted" style="margin:0;${SMALL};color:#5c6675">${escapeHtml(hint)}<br><a href="${escapeHtml(url)}" style="color:#5c6675;word-break:break-all">${escapeHtml(url)}</a></p>`;

/** The brand's own line below all, without a link: a mail has links of the platform alone. */
const poweredBy = ({ powered_by_label }: MailBrand): string[] => (powered_by_label ? [markName(powered_by_label)] : []);

const isWebAddress = (url: string): boolean => ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');

const hexColor = (color: string | null | undefined): string | null =>
  color && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : null;

/** Border colour of a button, so that it is visible on the light and on the dark card. */
const edgeOf = (color: string): string => (needsEdge(color) ? '#7c8796' : color);
