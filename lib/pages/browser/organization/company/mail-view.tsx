import { useEffect, useRef } from 'preact/hooks';

/** Elements that a preview draws; the words of all others stay. */
const DRAWN = new Set(
  'A B BLOCKQUOTE BR CAPTION CENTER CODE DIV EM H1 H2 H3 H4 HR I IMG LI OL P S SMALL SPAN STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL'.split(
    ' ',
  ),
);

/** Attributes that a preview keeps. A link leads nowhere: what is shown is a sample. */
const KEPT =
  'align alt bgcolor border cellpadding cellspacing class colspan dir height lang role rowspan title valign width'.split(
    ' ',
  );

/** A tag with its attributes, or a style sheet. */
const TAG = /<(?:"[^"]*"|[^">])*>/g;
const SHEET = /<style>([^<]*)<\/style>/g;

/** The mail without styles as markup: the page's policy forbids them even where they are only read. */
const withoutStyles = (html: string): string =>
  html.replace(SHEET, '').replace(TAG, (tag) => tag.replace(/\sstyle="/g, ' data-css="'));

/** Headings of a mail are none of the page that shows it. */
const nameOf = ({ tagName }: Element): string => (/^H[1-4]$/.test(tagName) ? 'P' : tagName);

/** `logo`: the address of a logo that isn't saved yet, for the one that the mail names. */
const drawn = (node: Node, logo: string | null): Node | null => {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? '');
  if (!(node instanceof Element) || /^(SCRIPT|STYLE)$/.test(node.tagName)) return null;
  const made = DRAWN.has(node.tagName) ? document.createElement(nameOf(node)) : document.createElement('div');
  for (const name of KEPT) {
    const value = node.getAttribute(name);
    if (value !== null) made.setAttribute(name, value);
  }
  // Set like this, a style is none of markup.
  made.style.cssText = node.getAttribute('data-css') ?? '';
  if (made instanceof HTMLImageElement) made.src = logo ?? node.getAttribute('src') ?? '';
  for (const child of node.childNodes) {
    const part = drawn(child, logo);
    if (part) made.append(part);
  }
  return made;
};

/**
 * A mail as mail programs show it: its own markup and style, in a tree of its own, so that neither touches the page.
 * Nothing in it runs, is loaded from elsewhere or can be pressed.
 */
export const MailView = ({ label, html, logo = null }: { label: string; html: string; logo?: string | null }) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
    const style = new CSSStyleSheet();
    style.replaceSync([...html.matchAll(SHEET)].map(([, sheet = '']) => sheet).join('\n'));
    root.adoptedStyleSheets = [style];
    const body = drawn(mail.body, logo);
    root.replaceChildren(...(body ? [body] : []));
  }, [html, logo]);
  return <section ref={place} class="mail" aria-label={label} />;
};
