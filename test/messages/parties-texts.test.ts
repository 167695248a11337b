import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { compose } from '../../lib/notify/messages/compose.ts';

const LONG = `Hello ${'and so on '.repeat(30)}${'x'.repeat(200)}`;
const ENDS = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const forged = ['First', ...ENDS.map((_, at) => `Identity verified ${at}`), LONG].reduce(
  (text, line, at) => text + (at === 0 ? '' : (ENDS[at - 1] ?? '\n')) + line,
  '',
);
const data = {
  expires_at: null,
  brand: { name: 'Northwind' },
  name: 'Ada',
  envelope_name: 'Lease" is complete. «Sealed» “by us” 「now」. "',
  sender_name: 'Grace',
  recipient_name: 'Bob',
  recipient_email: 'bob@example.com',
  link: 'https://app.example.com/x',
  message: forged,
  question: forged,
  reason: forged,
};
const KINDS = ['recipient_invited', 'recipient_question', 'envelope_declined'] as const;
/** Lines as any mail program breaks them. */
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);

describe.each(KINDS)('a mail of %s', (kind) => {
  test('has a quote mark before each line of a person’s text, and no line of it is so long that a mail program breaks it', () => {
    const { text } = compose(kind, 'en', data);
    const own = linesOf(text).filter((line) => /First|Identity|and so on|x{20}/.test(line));
    expect(own.length).toBeGreaterThan(ENDS.length + 5);
    expect(own.filter((line) => !/^> .{1,76}$/u.test(line))).toEqual([]);
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(200);
  });

  test('keeps all lines of a person’s text in one block of its own in HTML', () => {
    const { html } = compose(kind, 'en', data);
    const [, block = ''] = /<p class="box" dir="auto"[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
    expect(block.split('<br>')).toHaveLength(ENDS.length + 2);
    expect(html.replace(block, '')).not.toMatch(/Identity verified/);
  });

  test('sets them apart in an organization’s own text, too, in both forms', () => {
    const name = kind === 'recipient_invited' ? 'message' : kind === 'recipient_question' ? 'question' : 'reason';
    for (const own of [
      { html: null, text: `Dear {{name}},\n{{${name}}}\n{{link}}` },
      { html: `<p title="{{${name}}}">Dear {{name}},<br>{{${name}}}</p><p>{{link}}</p>`, text: null },
    ]) {
      const { html, text } = compose(kind, 'en', data, own);
      const lines = linesOf(text).filter((line) => /First|Identity|and so on|x{20}/.test(line));
      expect(lines.length).toBeGreaterThan(ENDS.length);
      expect(lines.filter((line) => !line.startsWith('> '))).toEqual([]);
      const visible = html.replace(/title="[^"]*"/, '').replace(/<div style="display:none.*?<\/div>/s, '');
      const [, block = ''] = /<span class="box" dir="auto"[^>]*>(.*?)<\/span>/s.exec(visible) ?? [];
      expect(block.split('<br>')).toHaveLength(ENDS.length + 2);
      expect(visible.replace(block, '')).not.toMatch(/Identity verified/);
    }
  });
});

test.each(LANGUAGES)(
  'a name in a mail in %s stands on a ground of its own, and can’t end the quotation marks around it',
  (locale) => {
    const { html, text, subject } = compose('recipient_invited', locale, data);
    const shown = 'Lease’ is complete. ’Sealed’ ’by us’ ’now’. ’';
    for (const form of [text, subject]) {
      expect(form).toContain(shown);
      expect(form.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
    const body = html.replace(/<title>.*?<\/title>/s, '').replace(/<div style="display:none.*?<\/div>/s, '');
    expect(body).toContain(`;box-decoration-break:clone">${shown}</span>`);
    const outside = body.replace(/<span class="box"[^>]*>.*?<\/span>/gs, '');
    expect(outside).not.toMatch(/Sealed|Grace|Ada/);
    expect(html.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  },
);
