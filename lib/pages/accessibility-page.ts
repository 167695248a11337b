import escapeHtml from 'escape-html';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** The accessibility statement, in English. `docs/accessibility.md` names the tests behind it. */
const STATEMENT: readonly { heading: string; lines: readonly string[] }[] = [
  {
    heading: 'Tested with every change',
    lines: [
      'The rules of axe for WCAG 2.0 to 2.2, A and AA, find nothing on the screens and dialogs that the tests reach, in Chromium.',
      'A document can be read, filled in and signed with the keyboard alone. So can the pages on which a sender signs in, reminds, corrects, cancels and seals again.',
      'At a width of 320 pixels, and enlarged to 200 %, nothing needs scrolling sideways but a document that is zoomed in: in English, in German and in Arabic, from right to left.',
      'What is to be pressed is at least 24 pixels wide and high. Fields of a page that are too close together for that are one target, which zooms in.',
      'Bars that stay on the screen take at most a fifth of its height. Dark mode is tested, too.',
      'A cut connection, changes in another tab and the attempts that are left at a code are said in words, as status messages.',
      'Each page of a document has its text over its picture: it can be read aloud, found and selected, with the headings of tagged files.',
      'Every field can also be filled in as a list. A typed signature needs no pointer.',
      'Each screen has one main heading, which gets the focus. What happens is said in words, not by colour alone.',
    ],
  },
  {
    heading: 'Not tested, or known not to work',
    lines: [
      'NVDA, JAWS, VoiceOver, TalkBack, voice control and switches; Orca has read one signing. Safari, and browsers on phones themselves. Firefox and WebKit are tried by hand. Nobody outside the project has audited these pages.',
      'A page that is a photograph has no text to read aloud.',
      'In files without tags, tables and columns may be read in another order than people read them.',
      'With a mouse, fields of a page are pressed at their own size, which may be below 24 pixels. In the list of fields they are larger.',
      'A drawn signature needs a pointer. Typing a name and uploading a picture do not.',
    ],
  },
];

/** The page on which the platform says how accessible its pages are, how that was tested, and what is missing. */
export const accessibilityPage = (): Answer =>
  webPage({
    title: 'Accessibility',
    main: `
<section><h1>Accessibility</h1>
<p>These pages are made to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.</p>
${STATEMENT.map(({ heading, lines }) => `<h2>${escapeHtml(heading)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`).join('\n')}
<p>If something keeps you from signing, ask whoever sent you the documents: the menu of the signing page has a form for that.</p></section>`,
    style:
      'h2 { font-size: 1.05rem; margin: 24px 0 8px; } ul { margin: 0 0 16px; padding-inline-start: 20px; } li { margin: 0 0 8px; }',
  });
