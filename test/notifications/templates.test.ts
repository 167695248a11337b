import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree, linkTo } from '../../infra/local/story/signing.ts';
import { placeholdersOf, textChannelsOf } from '../../lib/notify/notifications/events.ts';
import { CHANNELS, EVENT_NAMES } from '../../lib/storage/records/notification-template.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp({ org_name: 'Engines Ltd' });
});
afterAll(() => api.stop());

const create = (person: Person, body: Record<string, unknown>) => api.as(person).createNotificationTemplate({ body });
const INVITED = { type: 'email', event_name: 'recipient:invited' };

describe('an organization’s own texts', () => {
  test('are kept, read, changed and deleted: one for each event and channel', async () => {
    const as = api.as(ada);
    const made = ok(await create(ada, { ...INVITED, html_template: '<p>Sign {{ envelope_name }}!</p>' }));
    expect(made).toMatchObject({
      ...INVITED,
      organization_id: ada.organization_id,
      html_template: '<p>Sign {{ envelope_name }}!</p>',
      text_template: null,
      template_id: null,
      organization: { id: ada.organization_id, name: 'Engines Ltd' },
    });
    const path = { id: made.id };
    expect(ok(await as.getNotificationTemplate({ path }))).toEqual(made);
    const again = await create(ada, { ...INVITED, text_template: 'Sign.' });
    expect([again.status, again.headers.get('x-error-code')]).toEqual([400, 'notification_template_exists']);
    const sms = ok(await create(ada, { ...INVITED, type: 'sms', text_template: 'Sign: {{link}}' }));
    expect(ok(await as.getNotificationTemplates())).toEqual([made, sms]);

    const changed = ok(await as.updateNotificationTemplate({ path, body: { text_template: 'Sign {{link}}' } }));
    expect(changed).toMatchObject({ html_template: made.html_template, text_template: 'Sign {{link}}' });
    const textOnly = ok(await as.updateNotificationTemplate({ path, body: { html_template: null } }));
    expect(textOnly).toMatchObject({ html_template: null, text_template: 'Sign {{link}}' });
    const none = await as.updateNotificationTemplate({ path, body: { text_template: '' } });
    expect([none.status, none.body.error]).toEqual([406, 'html_template: it or text_template must be given']);

    expect(ok(await as.deleteNotificationTemplate({ path }))).toBe('OK');
    expect((await as.getNotificationTemplate({ path })).status).toBe(404);
    expect((await as.deleteNotificationTemplate({ path })).status).toBe(404);
    expect(ok(await create(ada, { ...INVITED, text_template: 'Anew' })).id).toBe(made.id);
  });

  test('can be one for each language beside the one for all, which stays as it was', async () => {
    const someone = await api.signUp();
    const as = api.as(someone);
    const all = ok(await create(someone, { ...INVITED, text_template: 'All' }));
    const german = ok(await create(someone, { ...INVITED, locale: 'de', text_template: 'Deutsch' }));
    const french = ok(await create(someone, { ...INVITED, locale: 'fr', text_template: 'Français' }));
    expect([all.locale, german.locale, french.locale]).toEqual([null, 'de', 'fr']);
    expect(new Set([all.id, german.id, french.id]).size).toBe(3);
    expect(ok(await as.getNotificationTemplates())).toEqual([all, german, french]);
    for (const [locale, named] of [
      ['de', 'recipient:invited in de by email'],
      [null, 'recipient:invited by email'],
      ['', 'recipient:invited by email'],
    ]) {
      const again = await create(someone, { ...INVITED, locale, text_template: 'Again' });
      expect([again.status, again.headers.get('x-error-code')]).toEqual([400, 'notification_template_exists']);
      expect(again.body.error).toContain(named);
    }
    const change = { path: { id: german.id }, body: { text_template: 'Neu' } };
    expect(ok(await as.updateNotificationTemplate(change))).toMatchObject({ locale: 'de', text_template: 'Neu' });
    ok(await as.deleteNotificationTemplate({ path: { id: german.id } }));
    expect(ok(await as.getNotificationTemplates())).toEqual([all, french]);
  });

  test('in a language are nothing to another organization', async () => {
    const [someone, other] = [await api.signUp(), await api.signUp()];
    const { id } = ok(await create(someone, { ...INVITED, locale: 'de', text_template: 'Deutsch' }));
    const theirs = api.as(other);
    const path = { id };
    for (const answer of [
      await theirs.getNotificationTemplate({ path }),
      await theirs.updateNotificationTemplate({ path, body: { text_template: 'x' } }),
      await theirs.deleteNotificationTemplate({ path }),
    ]) {
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found']);
    }
    expect(ok(await theirs.getNotificationTemplates())).toEqual([]);
    expect(ok(await create(other, { ...INVITED, locale: 'de', text_template: 'Deutsch' })).id).not.toBe(id);
    expect(ok(await api.as(someone).getNotificationTemplate({ path })).text_template).toBe('Deutsch');
  });

  test('need org:update', async () => {
    const colleague = await api.signUp();
    const profile = await profileIn(ada.organization_id, colleague, ['member']);
    const { body } = await api.as(colleague).switchProfile({ path: { profile_id: profile.id } });
    const member = api.as({ token: body.access_token });
    for (const refused of [
      await member.getNotificationTemplates(),
      await member.createNotificationTemplate({ body: { ...INVITED, text_template: 'x' } }),
    ]) {
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'forbidden']);
    }
  });

  test('can be given for every event and channel that has messages, with every placeholder that is listed', async () => {
    const someone = await api.signUp();
    let taken = 0;
    for (const event_name of EVENT_NAMES) {
      for (const type of CHANNELS) {
        const text_template = placeholdersOf(event_name, type)
          .map((name) => `{{${name}}}`)
          .join(' ');
        const { status, body } = await create(someone, { type, event_name, text_template });
        if (textChannelsOf(event_name).includes(type)) {
          expect([event_name, type, status]).toEqual([event_name, type, 200]);
          taken += 1;
        } else {
          expect([event_name, type, status]).toEqual([event_name, type, 406]);
          expect(body.error).toMatch(/^(event_name: has no messages here|type: must be one of)/);
        }
      }
    }
    expect(taken).toBeGreaterThan(20);
    expect(ok(await api.as(someone).getNotificationTemplates())).toHaveLength(taken);
  });
});

describe('a text that is refused with 406', () => {
  test.each([
    ['no text', { ...INVITED }, /^html_template: it or text_template must be given/],
    ['an unknown channel', { ...INVITED, type: 'fax', text_template: 'x' }, /^type: /],
    ['an unknown event', { ...INVITED, event_name: 'envelope:lost', text_template: 'x' }, /^event_name: /],
    ['a language without words', { ...INVITED, locale: 'sv', text_template: 'x' }, /^locale: must be one of en, de, /],
    [
      'an unknown placeholder',
      { ...INVITED, text_template: 'Hello {{nmae}}' },
      /^text_template: \{\{nmae\}\} is not known; recipient:invited by email can hold \{\{name\}\}, .*\{\{link\}\}/,
    ],
    [
      'a placeholder of another event',
      { ...INVITED, html_template: '<p>{{recipient_name}}</p>' },
      /^html_template: \{\{recipient_name\}\} is not known/,
    ],
    ['a link in the application', { ...INVITED, type: 'app', text_template: '{{link}}' }, /\{\{link\}\} is not known/],
    ['a broken placeholder', { ...INVITED, text_template: 'Hello {{name}' }, /double braces/],
    [
      'one that appears only when decoded',
      { ...INVITED, html_template: '<p>&#123;{nmae}}</p>' },
      /\{\{nmae\}\} is not/,
    ],
    [
      'one in an address',
      { ...INVITED, html_template: '<a href="{{message}}">x</a>' },
      /placeholders can stand in texts/,
    ],
    ['one in a style', { ...INVITED, html_template: '<p style="color:{{name}}">x</p>' }, /placeholders can stand/],
    ['a link in another address', { ...INVITED, html_template: '<a href="http://x/{{link}}">x</a>' }, /can stand in/],
    [
      'nothing but a script',
      { ...INVITED, html_template: '<script>alert(1)</script>' },
      /holds nothing that can be sent/,
    ],
    ['a long text message', { ...INVITED, type: 'sms', text_template: 'x'.repeat(481) }, /at most 480/],
    ['a long text', { ...INVITED, text_template: 'x'.repeat(10_001) }, /^text_template: /],
  ])('%s', async (_what, body, error) => {
    const someone = await api.signUp();
    const answer = await create(someone, body);
    expect(answer.status).toBe(406);
    expect(answer.body.error).toMatch(error);
  });

  test('a template of somebody else, with 404', async () => {
    const [someone, other] = [await api.signUp(), await api.signUp()];
    const template = ok(await api.as(other).createTemplate({ body: lease() }));
    const answer = await create(someone, { ...INVITED, text_template: 'x', template_id: template.id });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'template_not_found']);
  });
});

test('HTML is sanitised: scripts, handlers, frames, forms and addresses that run something are taken out', async () => {
  const someone = await api.signUp();
  const html_template = `
    <h1 onclick="x()" style="color: #123456; background-image: url(https://evil.example/)">Hi</h1>
    <script>x()</script><style>p { color: red }</style><iframe src="https://evil.example"></iframe>
    <form action="https://evil.example"><input name="password"></form><svg onload="x()"></svg>
    <a href="javascript:x()">a</a><a href="{{link}}">b</a><img src="https://ok.example/p.png" onerror="x()">
    <img src="data:image/svg+xml,x"><a href="//evil.example">c</a>`;
  const made = ok(await create(someone, { ...INVITED, html_template })).html_template;
  expect(made).not.toMatch(/script|x\(\)|iframe|form|input|svg|evil|color: red/);
  expect(made).toContain('<h1 style="color:#123456">Hi</h1>');
  expect(made).toContain('<a href="{{link}}">b</a>');
  expect(made).toContain('<img src="https://ok.example/p.png" />');
});

describe('messages in own words', () => {
  const mailTo = async (address: string) => {
    await api.settle();
    const [mail] = await api.messages(address);
    return mail;
  };
  const sent = async (person: Person, more: Record<string, unknown> = {}, to: Record<string, unknown> = {}) => {
    const envelope = await sendEnvelope(api, person, [recipient('Tenant', 1, to)], { name: 'Lease', ...more });
    return { envelope, to: envelope.recipients[0]?.email ?? '' };
  };

  test('contain the values, escaped, in the usual frame, with the button if the text names no link', async () => {
    const someone = await api.signUp({ org_name: 'Frame & Co' });
    const html_template = '<p>Dear <b>{{name}}</b>, {{envelope_name}} waits.</p><p>{{message}}</p>';
    ok(await create(someone, { ...INVITED, html_template }));
    const message = 'one\n<img src=x onerror=alert(1)> {{link}}';
    const { to } = await sent(
      someone,
      { name: 'A <i>lease</i>' },
      { first_name: "D'Arcy", last_name: '{{link}}', message },
    );
    const mail = await mailTo(to);
    expect(mail?.html).toContain('<p>Dear <b>D&#39;Arcy {{link}}</b>, A &lt;i&gt;lease&lt;/i&gt; waits.</p>');
    expect(mail?.html).toContain('one<br>&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html).not.toContain('A document is waiting for you');
    expect(mail?.html).toContain('Frame &amp; Co');
    expect(mail?.text).toContain("Dear D'Arcy {{link}}, A <i>lease</i> waits.\n\n> one\n> <img src=x");
    expect(mail?.text).toContain('Open document:\nhttp');
    expect((await linkTo(api, to)).role_name).toBe('Tenant');
  });

  test('show the link where they name it', async () => {
    const someone = await api.signUp();
    const html_template = '<p>Please <a href="{{link}}">sign {{envelope_name}}</a>.</p>';
    ok(await create(someone, { ...INVITED, html_template }));
    const { to } = await sent(someone);
    const mail = await mailTo(to);
    const [link = ''] = mail?.links ?? [];
    expect(link).toContain('/sign/');
    expect(mail?.html).toContain(`<p>Please <a href="${link}">sign Lease</a>.</p>`);
    expect(mail?.html).not.toContain('Open document');
    expect(mail?.text).toContain(`Please sign Lease (${link}).`);
    expect((await openSession(api, (await sent(someone)).envelope, 'Tenant', 'mail')).signer).toBeTruthy();
  });

  test('can be made from a plain text, with its paragraphs', async () => {
    const someone = await api.signUp();
    ok(await create(someone, { ...INVITED, text_template: 'Dear {{name}},\n\nplease sign\n{{envelope_name}} < now.' }));
    const { to } = await sent(someone);
    const mail = await mailTo(to);
    expect(mail?.html).toContain('<p>Dear Tenant Person,</p>\n<p>please sign<br>Lease &lt; now.</p>');
    expect(mail?.text).toContain('Dear Tenant Person,\n\nplease sign\nLease < now.');
  });

  test('are sent by SMS with the link at the end, and in the application without it', async () => {
    const [someone, tenant] = [await api.signUp(), await api.signUp()];
    ok(await create(someone, { ...INVITED, type: 'sms', text_template: 'Hi {{name}}, sign\n{{envelope_name}}' }));
    ok(
      await create(someone, {
        ...INVITED,
        type: 'app',
        html_template: '<p>{{sender_name}} &amp; you: {{envelope_name}}</p>',
      }),
    );
    const phone = '(212) 555-01{0}'.replace('{0}', String(10 + Math.floor(Math.random() * 89)));
    const e164 = `+1${phone.replace(/\D/g, '')}`;
    await sent(someone, { sender_name: 'Sender' }, { email: '', phone });
    expect((await mailTo(e164))?.text).toMatch(/^Hi Tenant Person, sign Lease https?:\/\/\S+\/sign\/\S+$/);
    await sent(someone, { sender_name: 'Sender' }, { email: tenant.email });
    await api.settle();
    const [entry] = ok(await api.as(tenant).getNotifications());
    expect(entry.message).toBe('Sender & you: Lease');
  });

  test('are those of the reader’s language, else those for all, else the platform’s', async () => {
    const [someone, tenant] = [await api.signUp(), await api.signUp()];
    const template = ok(await api.as(someone).createTemplate({ body: lease() }));
    ok(await create(someone, { ...INVITED, locale: 'de', text_template: 'DEUTSCH' }));
    ok(await create(someone, { ...INVITED, type: 'app', locale: 'de', text_template: 'DEUTSCH: {{name}}' }));
    const invited = async (locale: string | null, more: Record<string, unknown> = {}) =>
      (await mailTo((await sent(someone, more, { locale })).to))?.text;
    expect(await invited('fr')).not.toContain('DEUTSCH');
    ok(await create(someone, { ...INVITED, text_template: 'FOR ALL' }));
    ok(await create(someone, { ...INVITED, locale: 'fr', text_template: 'FRANÇAIS', template_id: template.id }));
    expect(await invited('de')).toMatch(/^DEUTSCH/);
    expect(await invited('de-AT')).toMatch(/^DEUTSCH/);
    expect(await invited('es')).toMatch(/^FOR ALL/);
    expect(await invited(null, { locale: 'de' })).toMatch(/^DEUTSCH/);
    expect(await invited(null)).toMatch(/^FOR ALL/);
    expect(await invited('fr'), 'a text for another template').toMatch(/^FOR ALL/);
    const both = await sendEnvelope(api, someone, [
      recipient('One', 1, { locale: 'de', email: tenant.email }),
      recipient('Two', 1, { locale: 'pl' }),
    ]);
    const texts = await Promise.all(both.recipients.map(({ email }) => mailTo(email ?? '')));
    expect(texts.map((one) => one?.text.split('\n')[0])).toEqual(['DEUTSCH', 'FOR ALL']);
    const [entry] = ok(await api.as(tenant).getNotifications());
    expect(entry.message).toBe('DEUTSCH: One Person');
  });

  test('apply only to their own organization, event and template', async () => {
    const [someone, other] = [await api.signUp(), await api.signUp()];
    const template = ok(await api.as(someone).createTemplate({ body: lease() }));
    ok(await create(someone, { ...INVITED, text_template: 'OWN WORDS', template_id: template.id }));
    expect((await mailTo((await sent(someone)).to))?.text).not.toContain('OWN WORDS');
    expect((await mailTo((await sent(other)).to))?.text).not.toContain('OWN WORDS');
    const recipients = template.roles.map(({ name }: { name: string }, at: number) => ({
      ...recipient(name, at + 1),
      type: undefined,
    }));
    const body = { template_id: template.id, name: 'Lease', recipients };
    ok(await api.as(someone).createEnvelope({ body }));
    expect((await mailTo(recipients[0]?.email ?? ''))?.text).toContain('OWN WORDS');
  });

  test('apply to everything that is sent: completion, decline, cancellation, reminders, questions, codes and invitations', async () => {
    const someone = await api.signUp();
    for (const event_name of EVENT_NAMES.filter((name) => textChannelsOf(name).includes('email')))
      ok(await create(someone, { type: 'email', event_name, text_template: event_name }));
    const { envelope, to } = await sent(someone);
    const path = { envelope_id: envelope.id, role_name: 'Tenant' };
    expect((await mailTo(to))?.text).toMatch(/^recipient:invited/);
    ok(await api.as(someone).updateRecipient({ path, body: { action: 'remind' } }));
    expect((await mailTo(to))?.text).toMatch(/^recipient:reminder/);
    const session = await openSession(api, envelope, 'Tenant');
    ok(await api.as(session).askQuestion({ path, body: { question: 'Why?' } }));
    expect((await mailTo(someone.email))?.text).toMatch(/^recipient:question/);
    await sign(api, envelope, 'Tenant');
    expect((await mailTo(to))?.text).toMatch(/^envelope:completed/);

    const declined = (await sent(someone)).envelope;
    const refusing = await openSession(api, declined, 'Tenant');
    await agree(api, refusing);
    ok(await api.as(refusing).declineRecipient({ path: { ...path, envelope_id: declined.id }, body: {} }));
    expect((await mailTo(someone.email))?.text).toMatch(/^envelope:declined/);

    const canceled = await sent(someone);
    const cancel = { path: { envelope_id: canceled.envelope.id }, body: { action: 'cancel' } };
    ok(await api.as(someone).cancelEnvelope(cancel));
    expect((await mailTo(canceled.to))?.text).toMatch(/^envelope:canceled/);

    const guest = `guest-${Date.now()}@example.com`;
    const invitation = { email: guest, first_name: 'G', last_name: 'Uest', role: 'member' };
    ok(await api.as(someone).createOrganizationInvitation({ body: invitation }));
    expect((await mailTo(guest))?.text).toMatch(/^user:invited/);

    const guarded = await sent(someone, {}, { auth_methods: ['email'] });
    const locked = await openSession(api, guarded.envelope, 'Tenant');
    await agree(api, locked);
    ok(await api.as(locked).verifySigner({ body: { auth_method: 'email', code: '', resend: true } }));
    const code = await mailTo(guarded.to);
    expect(code?.text).toMatch(/^email:otp/);
    expect(code?.text).toContain(code?.code);
  });
});
