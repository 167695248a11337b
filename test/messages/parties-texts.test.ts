import { describe, expect, test } from 'vitest';
import { LANGUAGES, QUOTES } from '../../lib/base/languages.ts';
import { compose, composeNotice, composeSms } from '../../lib/notify/messages/compose.ts';
import { FRAMES, SUBJECT_NOTICES } from '../../lib/notify/messages/texts/frames.ts';
import { textsFor } from '../../lib/notify/messages/texts/index.ts';
import type { NoticeKind } from '../../lib/notify/messages/texts/kinds.ts';
import type { MessageData, MessageKind, SmsKind } from '../../lib/storage/outbox/message-data.ts';

const LONG = `Hello ${'and so on¶ '.repeat(30)}${'x'.repeat(200)}`;
const ENDS = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const forged = ['First', ...ENDS.map((_, at) => `Identity verified ${at}`), LONG].reduce(
  (text, line, at) => text + (at === 0 ? '' : (ENDS[at - 1] ?? '\n')) + line,
  '',
);
const data = {
  expires_at: null,
  replaced_name: null,
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

/**
 * Statements of the platform, as somebody would forge them in each member of a message's data: with quotation marks to
 * get out of a sentence's.
 */
const forge = (member: string): string =>
  `A" «verified¶» “${member}” „is” 「by」 ’’us’’ <<now>> \`\`and ′′sealed′′ ‹‹by pass¶port›› ${'and so on¶ '.repeat(30)}`;
/** Members of messages' data that have a party's words in a sentence. */
const PARTIES = {
  name: true,
  envelope_name: true,
  sender_name: true,
  recipient_name: true,
  delegator_name: true,
  delegate_name: true,
  inviter_name: true,
  organization_name: true,
  key_name: true,
  passkey_name: true,
  provider_name: true,
  replaced_name: true,
  recipient_email: true,
  named_name: true,
  named_email: true,
  member_name: true,
  member_email: true,
};
/** Members that have a party's lines; they stand in a block of their own. */
const LINES = { message: null, question: null, reason: null };
/** Members that the platform states. */
const stated = {
  link: 'https://app.example.com/x',
  code: '482913',
  minutes: 10,
  codes_left: 9,
  host: 'hooks.example.com',
  happened_at: '2026-01-02T03:04:05.000Z',
  expires_at: null,
  delete_at: '2026-01-02T03:04:05.000Z',
};
type Members<Data> = Data extends unknown ? keyof Data : never;
/** All members there are: `tsc` refuses this where a new one is in none of the three, so that none stays untried. */
const members: Record<Members<MessageData[MessageKind]>, unknown> = { ...PARTIES, ...LINES, ...stated };
const forgedNames = {
  ...Object.fromEntries(Object.keys(PARTIES).map((member) => [member, forge(member)])),
  brand: { name: forge('brand'), support_contact: forge('support'), powered_by_label: forge('label') },
};
const QUOTED = {
  ar: /«[^«»]*»/g,
  de: /„[^„“”"]*“/g,
  en: /“[^“”„"]*”/g,
  es: /«[^«»]*»/g,
  fr: /«\u00a0[^«»]*\u00a0»/g,
  it: /«[^«»]*»/g,
  ja: /「[^「」]*」/g,
  nl: /“[^“”„"]*”/g,
  pl: /„[^„”“"]*”/g,
  pt: /«[^«»]*»/g,
};
const QUOTED_SMS: Record<string, RegExp> = {
  ...Object.fromEntries(LANGUAGES.map((locale) => [locale, /"[^"]*"/g])),
  ar: QUOTED.ar,
  ja: QUOTED.ja,
};
const MARK = /¶/;
const KINDS_OF_MAIL = Object.keys(FRAMES) as MessageKind[];
/** The part of a text that stands outside of quotation marks. */
const outside = (text: string, marks: RegExp | undefined): string => text.replace(marks ?? /^/, '');

describe.each(LANGUAGES)('in %s', (locale) => {
  const forgedData = { ...members, ...forgedNames } as never;

  test.each(KINDS_OF_MAIL)(
    'a mail of %s has each party’s name in quotation marks, or on a background of its own',
    (kind) => {
      const { subject, text, html } = compose(kind, locale, forgedData);
      const [, preview = ''] = /<div style="display:none[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
      for (const form of [subject, text, preview]) {
        const plain = form.replaceAll('&quot;', '"');
        expect(outside(plain, QUOTED[locale])).not.toMatch(MARK);
        expect(outside(plain, QUOTED[locale])).not.toMatch(/["«»“”„「」]/);
        expect(plain.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }
      expect(text).toMatch(MARK);
      const shown = html.replace(/<title>.*?<\/title>/s, '').replace(/<div style="display:none.*?<\/div>/s, '');
      expect(shown.match(/<span class="box"[^>]*;box-decoration-break:clone">[^<]*<\/span>/g)?.length).toBeGreaterThan(
        2,
      );
      expect(shown.replace(/<span class="box"[^>]*>.*?<\/span>/gs, '')).not.toMatch(MARK);
      expect(html.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    },
  );

  test.each(Object.keys(textsFor(locale).sms) as SmsKind[])(
    'a text message of %s has them in quotation marks',
    (kind) => {
      const sms = composeSms(kind, locale, forgedData);
      expect(outside(sms, QUOTED_SMS[locale])).not.toMatch(MARK);
      expect(outside(sms, QUOTED_SMS[locale])).not.toMatch(/["«»“”„「」]/);
      expect(sms).toMatch(MARK);
    },
  );

  test.each(Object.keys({ ...textsFor(locale).notices, ...SUBJECT_NOTICES }) as NoticeKind[])(
    'a notice of %s has them in quotation marks',
    (kind) => {
      const notice = composeNotice(kind, locale, forgedData);
      expect(notice).toMatch(MARK);
      expect(outside(notice, QUOTED[locale])).not.toMatch(MARK);
      expect(outside(notice, QUOTED[locale])).not.toMatch(/["«»“”„「」]/);
    },
  );

  test('each sentence has the quotation marks of its language around a name, if it has any', () => {
    const { sms, ...others } = textsFor(locale);
    const strings = (part: unknown): string[] =>
      typeof part === 'string' ? [part] : Object.values(part as object).flatMap(strings);
    const marksIn = (part: unknown): (string | undefined)[] =>
      strings(part).flatMap((text) =>
        [...text.matchAll(/(["«»“”„‘’「」]\s?)\{\w+\}(\s?["«»“”„‘’「」])/g)].map(([, a, b]) => `${a} ${b}`),
      );
    expect([...new Set(marksIn(others))]).toEqual([QUOTES[locale].join(' ')]);
    expect([...new Set(marksIn(sms))]).toEqual([['ar', 'ja'].includes(locale) ? QUOTES[locale].join(' ') : '" "']);
  });
});

test('a logo has the brand’s name in quotation marks, for those who don’t see it', () => {
  const { html } = compose('envelope_cc', 'en', {
    ...data,
    brand: { name: forge('brand'), logo_url: 'https://app.example.com/logo.png' },
  });
  expect(html).toMatch(/<img [^>]*alt="“A’ [^"]*…”"/);
});

test('a long name is shortened by whole letters', () => {
  const accents = 'n\u0303'.repeat(100);
  const family = '👨‍👩‍👧‍👦'.repeat(40);
  const subject = (envelope_name: string) => compose('envelope_completed', 'en', { ...data, envelope_name }).subject;
  expect(subject(accents)).toBe(`Completed: “${'n\u0303'.repeat(39)}…”`);
  expect(subject(family)).toBe(`Completed: “${'👨‍👩‍👧‍👦'.repeat(11)}…”`);
  expect(subject(`n${'\u0303'.repeat(500)}`)).toBe('Completed: “…”');
  expect(composeSms('envelope_canceled', 'en', { ...data, envelope_name: accents })).toBe(
    `"Grace" canceled "${'n\u0303'.repeat(18)}...". You do not need to do anything.`,
  );
});

/** Letters of which 160 fit into one text message (GSM 03.38). */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

test.each(['en', 'de', 'it', 'nl'] as const)(
  'a text message in %s adds no letter that makes it take twice the room',
  (locale) => {
    const names = {
      envelope_name: `Dr. O’Brien – Lease “2026” … ${'x'.repeat(90)}`,
      sender_name: 'Grace',
      name: 'Ada',
    };
    for (const kind of Object.keys(textsFor(locale).sms) as SmsKind[]) {
      const plain = textsFor(locale).sms[kind].replace(/\{\w+\}/g, '');
      const sms = composeSms(kind, locale, { ...data, ...stated, ...names, delete_at: null } as never);
      if (GSM.test(plain)) expect(sms).toMatch(GSM);
    }
    const asked = composeSms('recipient_invited', locale, {
      ...data,
      ...names,
      sender_name: 'S'.repeat(200),
      link: 'L'.repeat(120),
    });
    expect(asked).toMatch(GSM);
    expect(asked.length).toBeLessThanOrEqual(2 * 153);
  },
);
