import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../infra/local/engines/engine.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { linksIn } from '../../infra/local/mailbox/links.ts';
import { startMailServer } from '../../infra/local/mailbox/mail-server.ts';
import { type Mailbox, openMailbox } from '../../infra/local/mailbox/mailbox.ts';
import { mailboxPage } from '../../infra/local/mailbox/page.ts';

let directory: string;
let server: Engine;
let mailbox: Mailbox;
let restore: () => void;
let ses: SESv2Client;
let sns: SNSClient;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailbox-'));
  mailbox = openMailbox(directory);
  server = await startMailServer('mail', mailbox);
  // The clients get no endpoint: they find it as functions do.
  restore = setEnvironment({
    AWS_ENDPOINT_URL_SESV2: server.endpoint,
    AWS_ENDPOINT_URL_SNS: server.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  ses = new SESv2Client({ maxAttempts: 1 });
  sns = new SNSClient({ maxAttempts: 1 });
});

afterAll(async () => {
  restore();
  await server.stop();
  await rm(directory, { recursive: true });
});

const mail = (id: string, to: string[] = ['Bob <bob@example.com>']) =>
  new SendEmailCommand({
    FromEmailAddress: 'Countersign <no-reply@example.com>',
    Destination: { ToAddresses: to },
    Content: {
      Simple: {
        Subject: { Data: 'Please sign “it”' },
        Body: {
          Text: { Data: 'Sign at https://app.example/sign/1/a%20b/k.' },
          Html: { Data: '<a href="https://app.example/x?a=1&amp;b=2">go</a>' },
        },
        Headers: [
          { Name: 'X-Countersign-Message-Id', Value: id },
          { Name: 'X-Countersign-Code', Value: '123456' },
        ],
      },
    },
  });

const text = (id: string, PhoneNumber = '+1 555 0100') =>
  new PublishCommand({
    PhoneNumber,
    Message: 'Your code: 777',
    MessageAttributes: {
      'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
      'X-Countersign-Message-Id': { DataType: 'String', StringValue: id },
      'X-Countersign-Code': { DataType: 'String', StringValue: '777' },
    },
  });

describe('the captured mailbox', () => {
  test('keeps mails of the real SES client, with links and code', async () => {
    await ses.send(mail('one'));
    expect(mailbox.list('BOB@example.com')).toEqual([
      {
        id: 'one',
        channel: 'email',
        to: 'bob@example.com',
        from: 'Countersign <no-reply@example.com>',
        subject: 'Please sign “it”',
        text: 'Sign at https://app.example/sign/1/a%20b/k.',
        html: '<a href="https://app.example/x?a=1&amp;b=2">go</a>',
        links: ['https://app.example/sign/1/a%20b/k', 'https://app.example/x?a=1&b=2'],
        code: '123456',
        sent_at: expect.stringMatching(/^\d{4}-.+Z$/),
      },
    ]);
  });

  test('keeps messages of the real SNS client, and finds them by any spelling of the number', async () => {
    await sns.send(text('two'));
    for (const to of ['+1 555 0100', '+15550100', ' 15550100']) {
      expect(mailbox.list(to)).toMatchObject([{ id: 'two', channel: 'sms', text: 'Your code: 777', code: '777' }]);
    }
    expect(mailbox.list('+15550101')).toEqual([]);
  });

  test('a message that is sent again under its id is kept once, for each address', async () => {
    const before = mailbox.list().length;
    await ses.send(mail('three', ['a@example.com', 'b@example.com']));
    await ses.send(mail('three', ['a@example.com', 'b@example.com']));
    expect(mailbox.list().length).toBe(before + 2);
    expect(mailbox.list()[0]).toMatchObject({ to: 'b@example.com' });
  });

  test('an outage refuses everything and keeps nothing', async () => {
    const before = mailbox.list().length;
    mailbox.outage = true;
    await expect(ses.send(mail('four'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    await expect(sns.send(text('four'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    mailbox.outage = false;
    expect(mailbox.list().length).toBe(before);
    await ses.send(mail('four'));
    expect(mailbox.list()[0]).toMatchObject({ id: 'four' });
  });

  test('a raw mail, which the platform never sends, is refused', async () => {
    const Content = { Raw: { Data: Buffer.from('Subject: raw\r\n\r\n') } };
    const before = mailbox.list().length;
    await expect(
      ses.send(new SendEmailCommand({ Destination: { ToAddresses: ['raw@example.com'] }, Content })),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
    expect(mailbox.list().length).toBe(before);
  });

  test('it survives a restart, even in the middle of writing a message', async () => {
    const before = mailbox.list();
    await appendFile(join(directory, 'messages.jsonl'), '{"id":"half');
    const again = openMailbox(directory);
    expect(again.list()).toEqual(before);
    const incoming = { channel: 'email', from: null, subject: 's', text: null, html: null, code: null } as const;
    again.deliver({ ...incoming, id: 'one', to: ['bob@example.com'] });
    expect(again.list()).toEqual(before);
    again.deliver({ ...incoming, id: 'new', to: ['bob@example.com'] });
    expect(openMailbox(directory).list()[0]).toMatchObject({ id: 'new' });
  });
});

test('links are listed once each, without punctuation around them, http only', () => {
  expect(linksIn('a (https://a.example/b). https://a.example/b, <http://c.example>', null)).toEqual([
    'https://a.example/b',
    'http://c.example',
  ]);
  expect(linksIn(null, `<a href='https://d.example'>x</a><a href="javascript:x()">y</a>`)).toEqual([
    'https://d.example',
  ]);
});

test('the page runs no code of a mail', () => {
  const html = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
  const message = {
    id: '1',
    channel: 'email',
    to: html,
    from: html,
    subject: html,
    text: html,
    html,
    links: ['https://a.example/"><b>'],
  };
  const page = mailboxPage([{ ...message, channel: 'email', code: html, sent_at: '2026-01-01T00:00:00.000Z' }], html);
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('<img src=x');
  expect(page).not.toContain('"><b>');
  expect(page).toContain('sandbox=');
});
