import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendEmail, sendSms } from '../../lib/notify/messages/send.ts';

let server: Server;
let received: { url: string; body: string }[];
const before = { ...process.env };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ url: request.url ?? '', body: Buffer.concat(await request.toArray()).toString() });
    if (request.url === '/') {
      const id = '<PublishResult><MessageId>sms-1</MessageId></PublishResult>';
      response.end(`<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${id}</PublishResponse>`);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"mail-1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: endpoint,
    AWS_ENDPOINT_URL_SNS: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    MAIL_FROM: 'Countersign <mail@example.com>',
  });
});

beforeEach(() => {
  received = [];
  process.env.ALLOW_LOOPBACK = 'true';
});

afterAll(() => {
  process.env = before;
  server.closeAllConnections();
  server.close();
});

const mail = {
  id: 'm1',
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Größe',
  text: 'text',
  html: '<p>html</p>',
  code: '482913',
};

const lastMail = () => {
  expect(received[0]?.url).toBe('/v2/email/outbound-emails');
  return JSON.parse(received[0]?.body ?? '');
};

test('a mail is sent with its content, its id, and the platform as its sender', async () => {
  expect(await sendEmail(mail)).toBe('mail-1');
  const sent = lastMail();
  expect(sent.FromEmailAddress).toBe('"Countersign" <mail@example.com>');
  expect(sent.Destination.ToAddresses).toEqual(['"Ada Lovelace" <ada@example.com>']);
  expect(sent.Content.Simple).toMatchObject({
    Subject: { Data: 'Größe', Charset: 'UTF-8' },
    Body: { Text: { Data: 'text' }, Html: { Data: '<p>html</p>' } },
  });
  expect(sent.Content.Simple.Headers).toContainEqual({ Name: 'X-Countersign-Message-Id', Value: 'm1' });
  expect(sent.Content.Simple.Headers).toContainEqual({ Name: 'X-Countersign-Code', Value: '482913' });
});

test('a brand sets the sender’s name and the reply address, and the platform’s address sends', async () => {
  await sendEmail({ ...mail, from: 'Northwind', replyTo: { address: 'alan@example.com' } });
  const sent = lastMail();
  expect(sent.FromEmailAddress).toBe('"Northwind" <mail@example.com>');
  expect(sent.ReplyToAddresses).toEqual(['alan@example.com']);
});

test('a text message is sent with its id', async () => {
  expect(await sendSms({ id: 's1', to: '+4915112345678', text: 'Ihr Code', code: '482913' })).toBe('sms-1');
  const form = new URLSearchParams(received[0]?.body);
  expect(form.get('PhoneNumber')).toBe('+4915112345678');
  expect(form.get('Message')).toBe('Ihr Code');
  expect([...form.values()]).toEqual(expect.arrayContaining(['X-Countersign-Message-Id', 's1', 'X-Countersign-Code']));
});

test('no header contains a code outside the local platform', async () => {
  delete process.env.ALLOW_LOOPBACK;
  await sendEmail(mail);
  await sendSms({ id: 's1', to: '+4915112345678', text: 'text', code: '482913' });
  expect(received.map(({ body }) => body).join()).not.toMatch(/Countersign-Code|482913/);
});
