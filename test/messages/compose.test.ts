import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compose, composeSms } from '../../lib/notify/messages/compose.ts';
import { CATALOGUES, textsFor } from '../../lib/notify/messages/texts/index.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from '../../lib/storage/outbox/message-data.ts';

const brand = {
  name: 'Northwind',
  primary_color: '#0f766e',
  powered_by_label: 'Powered by Countersign',
  powered_by_url: 'https://countersign.example/',
  support_contact: 'help@northwind.example',
};
const link = 'https://app.example.com/sign/e1/Signer%201/key?a=1&b=2';
const about = { name: 'Ada', envelope_name: 'Lease 2026' };
const invitation = {
  ...about,
  sender_name: 'Grace Hopper',
  link,
  message: 'First line\nSecond line',
  replaced_name: 'Lease of May',
  expires_at: '2026-03-01T12:00:00.000Z',
};

const happened = { name: 'Ada', happened_at: '2026-03-01T12:00:00.000Z', link };

const samples: MessageData = {
  verify_email: { name: 'Ada', code: '482913', link },
  reset_password: { name: 'Ada', code: '482913', link },
  sign_in_at_provider: { name: 'Ada', organization_name: 'Northwind', link },
  sign_in_with_passkey: { name: 'Ada', organization_name: 'Northwind', link },
  one_time_code: { ...about, sender_name: 'Grace Hopper', code: '482913', minutes: 10 },
  link_code: { name: '', code: '48291357', link, expires_at: '2026-01-31T09:30:00.000Z' },
  sign_up_attempted: { name: 'Ada', link },
  account_locked: { name: 'Ada', minutes: 15, link },
  password_changed: happened,
  mfa_switched_on: happened,
  mfa_switched_off: happened,
  mfa_reset: happened,
  backup_codes_renewed: happened,
  backup_code_used: { ...happened, codes_left: 9 },
  passkey_added: { ...happened, passkey_name: 'Laptop' },
  identity_connected: { ...happened, provider_name: 'Google' },
  passkey_removed: { ...happened, passkey_name: 'Laptop' },
  passkeys_reset: happened,
  api_key_created: { ...happened, key_name: 'Nightly export' },
  webhook_switched_off: {
    name: 'Ada',
    organization_name: 'Northwind',
    host: 'hooks.northwind.example',
    happened_at: '2026-03-01T12:00:00.000Z',
  },
  member_waiting: {
    name: 'Ada',
    organization_name: 'Northwind',
    member_name: 'Grace Hopper',
    member_email: 'grace@northwind.example',
    link,
  },
  organization_invitation: { name: 'Ada', inviter_name: 'Grace Hopper', organization_name: 'Northwind', link },
  recipient_invited: invitation,
  approver_invited: invitation,
  recipient_reminded: invitation,
  recipient_fresh_link: { ...about, sender_name: 'Grace Hopper', link },
  recipient_delegated: { ...invitation, delegator_name: 'Alan Turing' },
  approver_delegated: { ...invitation, delegator_name: 'Alan Turing' },
  recipient_handed_over: { ...about, recipient_name: 'Alan Turing', delegate_name: 'Joan Clarke', link },
  recipient_named: {
    ...about,
    recipient_name: 'Alan Turing',
    named_name: 'Joan Clarke',
    named_email: 'joan@example.com',
    link,
  },
  delegation_confirmed: { ...about, delegate_name: 'Joan Clarke', sender_name: 'Grace Hopper' },
  envelope_seal_failed: { ...about, reason: 'A stored file is another one.', link },
  recipient_failed: { ...about, recipient_name: 'Alan Turing', link },
  recipient_certificate_failed: { ...about, recipient_name: 'Alan Turing', link },
  recipient_question: {
    ...about,
    recipient_name: 'Alan Turing',
    recipient_email: 'alan@example.com',
    question: 'What is section 4 about?',
    link,
  },
  recipient_invite_failed: {
    ...about,
    recipient_name: 'Alan Turing',
    recipient_email: 'alan@example.com',
    link,
  },
  envelope_completed: { ...about, link },
  envelope_cc: { ...about, sender_name: 'Grace Hopper', link },
  envelope_declined: { ...about, recipient_name: 'Alan Turing', reason: 'The amount is wrong.', link },
  recipient_declined: { ...about, recipient_name: 'Alan Turing', reason: 'The amount is wrong.', link },
  recipient_sent_back: { ...about, recipient_name: 'Alan Turing', reason: 'The amount is wrong.', link },
  sent_back_by_other: {
    ...about,
    sender_name: 'Grace Hopper',
    recipient_name: 'Alan Turing',
    reason: 'The amount is wrong.',
    expires_at: null,
    link,
  },
  declined_by_other: { ...about, recipient_name: 'Alan Turing' },
  released_by_others: { ...about, sender_name: 'Grace Hopper' },
  envelope_canceled: { ...about, sender_name: 'Grace Hopper' },
  envelope_expired: { ...about, link },
  envelope_deletion_announced: { ...about, link, delete_at: '2026-03-01T09:30:00.000Z' },
};

const kinds = Object.keys(samples) as MessageKind[];
const locales = Object.values(CATALOGUES).map(({ locale }) => locale);
const every = locales.flatMap((locale) => kinds.map((kind) => [kind, locale] as const));
const composed = (kind: MessageKind, locale: string, change: object = {}) =>
  compose(kind, locale, { brand, timezone: 'Europe/Berlin', ...samples[kind], ...change } as MessageData[MessageKind] &
    MessageContext);

describe.each(every)('%s in %s', (kind, locale) => {
  test('names its subject, contains its link and code, and leaves no placeholder', () => {
    const { subject, text, html } = composed(kind, locale);
    for (const part of [subject, text, html.replace(/<style>.*?<\/style>/s, '')]) {
      expect(part).not.toMatch(/[{}]|undefined|\bnull\b|\[object/);
      expect(part).not.toBe('');
    }
    const data: Record<string, unknown> = { ...samples[kind] };
    for (const [name, value] of Object.entries(data)) {
      if (typeof value !== 'string' || name.endsWith('_at') || name === 'link') continue;
      const line = value.split('\n')[0] ?? '';
      expect(`${subject}\n${text}`, name).toContain(line);
      expect(html, name).toContain(line);
    }
    expect(text.includes(link)).toBe('link' in data);
    expect(html.includes(`href="${link.replaceAll('&', '&amp;')}"`)).toBe('link' in data);
    expect(html).toContain(`<html lang="${locale}" dir="`);
    expect(html).toContain('Powered by Countersign');
  });

  test('is complete without its optional data', () => {
    const { subject, text } = composed(kind, locale, {
      name: '',
      message: null,
      expires_at: null,
      reason: '',
      recipient_email: undefined,
      brand: { name: 'Northwind' },
    });
    for (const part of [subject, text]) expect(part).not.toMatch(/[{}]|undefined|\bnull\b| {2,}\S| {2}\.|\(\)/);
  });
});

test('people’s texts never become markup, a header or a link', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      'A\r\nBcc: everyone@example.com',
      '{link}',
      'javascript:alert(1)',
      '&lt;b&gt;',
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, fc.constantFrom(...locales), (name, words, address, locale) => {
      const { subject, html } = composed('recipient_invited', locale, {
        name,
        sender_name: name,
        envelope_name: words,
        message: words,
        link: address,
        brand: { name: words, primary_color: name, logo_url: address, powered_by_label: name, powered_by_url: address },
      });
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(html).not.toMatch(/<script|<img src=x|javascript:[^<]*"|href="(?!https?:)/);
    }),
  );
});

test('an invalid colour is replaced, and a button in a light colour has dark text', () => {
  const colours = (primary_color: string) =>
    composed('envelope_cc', 'en', { brand: { name: 'N', primary_color } }).html;
  expect(colours('red;background:url(//x)')).not.toContain('url(');
  expect(colours('#ffee00')).toMatch(/background:#ffee00;[^"]*color:#111111/);
  expect(colours('#003')).toMatch(/background:#003;[^"]*color:#ffffff/);
});

test.each([
  ['#ffffff', true],
  ['#fefefe', true],
  ['#000', true],
  ['#1f242c', true],
  ['#0f766e', false],
  ['#ffd400', true],
  ['#7a7a7a', false],
])('a button in %s can be seen on a white and on a dark card', (primary_color, edged) => {
  const { html } = composed('envelope_cc', 'en', { brand: { name: 'N', primary_color } });
  const [, edge] = /<a class="wide"[^>]*border:1px solid (#\w+)/.exec(html) ?? [];
  expect(edge === primary_color).toBe(!edged);
});

test('a name that runs from right to left is isolated, so that it can’t turn the words around it', () => {
  const arabic = composed('recipient_invited', 'en', { sender_name: 'فاطمة الزهراء', envelope_name: 'عقد (2026)' });
  expect(arabic.subject).toBe('“\u2068فاطمة الزهراء\u2069” asks you to sign “\u2068عقد (2026)\u2069”');
  const turning = composed('recipient_invited', 'en', { sender_name: 'Eve\u202Egnp', envelope_name: '\u2067Lease' });
  expect(turning.subject).toBe('“Evegnp” asks you to sign “Lease”');
  expect(composed('recipient_invited', 'en', { message: 'مرحبا' }).html).toContain('dir="auto"');
});

test('dates are written in the reader’s language and zone, with the zone', () => {
  expect(composed('recipient_invited', 'en').text).toContain('March 1, 2026 at 1:00 PM (Europe/Berlin)');
  expect(composed('recipient_invited', 'de').text).toContain('1. März 2026 um 13:00 (Europe/Berlin)');
  expect(composed('recipient_invited', 'en', { timezone: 'Nowhere/Land' }).text).toContain('12:00 PM (UTC)');
  expect(composed('recipient_invited', 'en', { timezone: null }).text).toContain('(UTC)');
});

test('a language that isn’t known becomes English, a region its language', () => {
  expect(textsFor('de-AT').locale).toBe('de');
  expect(textsFor('DE_de').locale).toBe('de');
  for (const locale of ['sv', '', null, undefined]) expect(textsFor(locale).locale).toBe('en');
});

test('a mail says its language and the direction that it is read in', () => {
  expect(composed('recipient_invited', 'ar').html).toMatch(
    /<html lang="ar" dir="rtl">[\s\S]*<table [^>]*lang="ar" dir="rtl"/,
  );
  expect(composed('recipient_invited', 'ar').html).not.toContain('align="left"');
  expect(composed('recipient_invited', 'pl').html).toContain('<html lang="pl" dir="ltr">');
});

test('every language names the same data in each message', () => {
  const names = (value: unknown) => [...new Set(JSON.stringify(value).match(/\{\w+\}/g))].sort();
  const [first, ...others] = Object.values(CATALOGUES);
  for (const other of others) {
    for (const kind of kinds) expect(names(other.messages[kind]), kind).toEqual(names(first?.messages[kind]));
    for (const kind of Object.keys(other.sms) as SmsKind[])
      expect(names(other.sms[kind]), kind).toEqual(names(first?.sms[kind]));
  }
});

describe.each(locales)('text messages in %s', (locale) => {
  const kindsOfSms = Object.keys(textsFor(locale).sms) as SmsKind[];

  test.each(kindsOfSms)('%s is one line, with its link or code where there is something to do', (kind) => {
    const text = composeSms(kind, locale, { brand, ...samples[kind] } as MessageData[SmsKind] & MessageContext);
    expect(text).not.toMatch(/[{}\n]|undefined/);
    if (kind === 'one_time_code') expect(text).toContain('482913');
    else
      expect(text.includes(link)).toBe(
        !['declined_by_other', 'released_by_others', 'envelope_canceled', 'envelope_expired'].includes(kind),
      );
  });
});
