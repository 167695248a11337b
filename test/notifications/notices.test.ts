import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { statusOf } from '../../lib/http/errors.ts';
import { composeNotice } from '../../lib/notify/messages/compose.ts';
import { bothForms, fillHtml, isWellFormed, placeholdersIn } from '../../lib/notify/messages/own-text.ts';
import { SUBJECT_NOTICES } from '../../lib/notify/messages/texts/frames.ts';
import { CATALOGUES } from '../../lib/notify/messages/texts/index.ts';
import type { NoticeKind } from '../../lib/notify/messages/texts/kinds.ts';
import { sanitised } from '../../lib/notify/notifications/html.ts';

const names = {
  name: 'Tara',
  envelope_name: 'Lease 2026',
  sender_name: 'Olga Owner',
  recipient_name: 'Tara Tenant',
  delegator_name: 'Dora',
  delegate_name: 'Joan',
  organization_name: 'Engines Ltd',
};
const every = Object.values(CATALOGUES).flatMap(({ locale, notices }) =>
  Object.keys({ ...notices, ...SUBJECT_NOTICES }).map((kind) => [kind as NoticeKind, locale] as const),
);

test.each(every)('the notice of %s in %s is one whole sentence', (kind, locale) => {
  const sentence = composeNotice(kind, locale, names);
  expect(sentence).toMatch(/^.*[^ ][.。]$/);
  expect(sentence).not.toMatch(/[{}]|undefined|\bnull\b|\n/);
  const about = kind === 'user:invited' ? 'Engines Ltd' : 'Lease 2026';
  expect(sentence).toContain(about);
});

test('values that are filled into a text add no markup and no placeholder', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{link}}', '<b>', '"', "'", '&amp;', ''),
      (text, more) => {
        const filled = fillHtml('<p title="x">{{name}}</p>', { name: `${text}${more}`, link: 'https://example.com' });
        expect(filled.replaceAll('<br>', '')).toMatch(/^<p title="x">[^<>]*<\/p>$/);
        expect(filled).not.toContain('https://example.com');
      },
    ),
  );
});

test('the plain form of a text says the same', () => {
  const html = sanitised('<h2>A &amp; B</h2><ul><li>one</li><li>two</li></ul><p>Go <a href="{{link}}">there</a></p>');
  const { text } = bothForms({ html, text: null }, { link: 'https://example.com/?a=1&b=2' });
  expect(text).toBe('A & B\n\none\ntwo\n\nGo there (https://example.com/?a=1&b=2)');
});

/** A broken tag can put a placeholder into an attribute: that is refused. */
const sanitisedOrRefused = (html: string): string => {
  try {
    return sanitised(html);
  } catch (error) {
    if (error instanceof Failure && statusOf(error) === 406) return '';
    throw error;
  }
};

test('sanitising keeps only allowed tags, and keeps placeholders', () => {
  const parts = ['<p>', '</p>', '<a href="{{link}}">', '</a>', '{{ name }}', '<', '>', '&lt;', 'x', '"', '<script>'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), (taken) => {
      const once = sanitisedOrRefused(taken.join(''));
      expect(once.replace(/<p>|<\/p>|<a>|<a href="\{\{link\}\}">|<\/a>/g, '')).not.toMatch(/[<>]/);
      if (isWellFormed(once)) expect(placeholdersIn(once).every((name) => ['link', 'name'].includes(name))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
