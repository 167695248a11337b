import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Engine, never } from '../engines/engine.ts';
import { closeServer } from '../shared/close-server.ts';
import { holdPort, keepPort, listenOn, loopbackUrl } from '../shared/loopback.ts';
import type { Identities } from './identities.ts';
import type { Mailbox } from './mailbox.ts';
import { readSendEmail } from './ses.ts';
import { readPublish } from './sns.ts';

/**
 * Starts a server for the part of SES v2 (SendEmail; identities, if there are `identities`) and SNS (Publish to a phone
 * number) that the platform needs; it stores what is sent.
 */
export const startMailServer = async (
  service: 'mail' | 'sms',
  mailbox: Mailbox,
  identities?: Identities,
): Promise<Engine> => {
  const server = createServer((request, response) => {
    receive(mailbox, identities, request, response).catch((error: Error) =>
      json(response, 400, 'BadRequestException', { message: error.message }),
    );
  });
  const port = await keepPort(service, (wanted) => listenOn(server, wanted));
  const stop = async () => {
    await closeServer(server);
    await holdPort(service);
  };
  return { endpoint: loopbackUrl(port), external: false, failed: never, stop };
};

const receive = async (
  mailbox: Mailbox,
  identities: Identities | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await buffer(request);
  if (mailbox.outage) return json(response, 500, 'InternalFailure', { message: 'The mail server is out of order' });
  if (request.method === 'POST' && request.url === '/v2/email/outbound-emails') {
    const MessageId = mailbox.deliver(readSendEmail(JSON.parse(body.toString())));
    return json(response, 200, null, { MessageId });
  }
  const answered = identities && (await identityAnswer(identities, request, body));
  if (answered) return json(response, answered.status, answered.error, answered.body);
  const form = new URLSearchParams(body.toString());
  if (request.method === 'POST' && form.get('Action') === 'Publish') {
    const id = mailbox.deliver(readPublish(form));
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${id}</MessageId>` +
        `</PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
    );
    return;
  }
  json(response, 404, 'NotFoundException', {
    message: 'The captured mailbox knows SendEmail, Publish and identities only',
  });
};

const IDENTITIES = '/v2/email/identities';

const identityAnswer = async (identities: Identities, { method, url = '' }: IncomingMessage, body: Buffer) => {
  if (method === 'POST' && url === IDENTITIES) return identities.create(JSON.parse(body.toString()));
  if (!url.startsWith(`${IDENTITIES}/`)) return undefined;
  const name = decodeURIComponent(url.slice(IDENTITIES.length + 1));
  if (method === 'GET') return identities.get(name);
  return method === 'DELETE' ? identities.remove(name) : undefined;
};

const json = (response: ServerResponse, status: number, type: string | null, body: unknown): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-requestid': randomUUID(),
    ...(type ? { 'x-amzn-errortype': type } : {}),
  });
  response.end(JSON.stringify(body));
};
