import type { ServerResponse } from 'node:http';
import { contentDisposition } from '../../../lib/aws/files/names.ts';
import { failure } from '../../../lib/base/errors.ts';
import { contentPolicy } from '../../../lib/http/content-policy.ts';
import { ANSWER_HEADERS } from '../../../lib/http/headers.ts';
import { jsonFault } from '../../../lib/http/json-fault.ts';
import { isRetry } from '../../../lib/storage/due.ts';
import { bounceOf } from '../mailbox/bounce.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { mailboxPage } from '../mailbox/page.ts';
import type { Pump } from '../pump/pump.ts';
import { makeDueNow } from '../shared/due-now.ts';
import type { PlatformClock } from '../shared/platform-clock.ts';
import { writeJson } from './answer.ts';

export interface LocalServices {
  mailbox: Mailbox;
  clock: PlatformClock;
  pump: Pump;
}

const SETTLE_TIMEOUT = 120_000;
const PAGE_POLICY = contentPolicy({
  'default-src': [],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['*', 'data:'],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
});

type LocalRoute = (request: LocalRequest, response: ServerResponse) => Promise<void> | void;

export interface LocalRequest {
  query: URLSearchParams;
  body: Buffer;
}

/** The local route of a request; undefined if its address isn't local. Throws `wrong_method` with those that it has. */
export const localRouteAt = (
  own: Readonly<Record<string, LocalRoute>>,
  method: string,
  path: string,
): LocalRoute | undefined => {
  const methods = Object.keys(own).flatMap((route) => (route.endsWith(` ${path}`) ? [route.split(' ')[0]] : []));
  if (methods.length === 0) return undefined;
  const found = own[`${method} ${path}`];
  if (!found) throw failure('wrong_method', { method, methods: [...methods, 'OPTIONS'].join(', ') });
  return found;
};

/** Routes of the local platform only: its health, its mailbox, its clock, and waiting until it is idle. */
export const localRoutes = ({ mailbox, clock, pump }: LocalServices): Record<string, LocalRoute> => ({
  'GET /health': (_, response) => writeJson(response, 200, { status: 'OK' }),

  'GET /local/messages': ({ query }, response) => writeJson(response, 200, mailbox.list(query.get('to') ?? undefined)),

  'GET /local/mailbox': ({ query }, response) => {
    const to = query.get('to') || undefined;
    response.writeHead(200, {
      ...ANSWER_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
    });
    response.end(mailboxPage(mailbox.list(to), to));
  },

  'GET /local/attachments': ({ query }, response) => {
    const file = mailbox.attachment(query.get('sha256') ?? '');
    if (!file) throw failure('not_found');
    response.writeHead(200, {
      ...ANSWER_HEADERS,
      'Content-Type': file.mime,
      'Content-Disposition': contentDisposition('attachment', file.name),
    });
    response.end(file.bytes);
  },

  'GET /local/clock': (_, response) => writeJson(response, 200, clock.read()),

  'POST /local/clock': async ({ body }, response) => {
    const state = setClock(clock, fields(body));
    await pump.catchUp();
    writeJson(response, 200, state);
  },

  'POST /local/settle': async (_, response) => {
    if (!(await pump.settle(SETTLE_TIMEOUT))) throw failure('unavailable');
    writeJson(response, 200, { status: 'OK' });
  },

  'POST /local/bounce': async ({ body }, response) => {
    const { to, complaint = false } = fields(body);
    const [mail] = typeof to === 'string' ? mailbox.list(to).filter(({ channel }) => channel === 'email') : [];
    if (!mail) throw failure('invalid', { detail: 'to: must be an address to which a mail was sent' });
    if (typeof complaint !== 'boolean') throw failure('invalid', { detail: 'complaint: must be true or false' });
    await pump.mailEvent(bounceOf(mail, complaint));
    writeJson(response, 200, { status: 'OK' });
  },

  'POST /local/outage': async ({ body }, response) => {
    const { mail } = fields(body);
    if (typeof mail !== 'boolean') throw failure('invalid', { detail: 'mail: must be true or false' });
    mailbox.outage = mail;
    // Waiting messages are retried now, because nobody wants to wait here.
    if (!mail) {
      await makeDueNow(isRetry);
      await pump.catchUp();
    }
    writeJson(response, 200, { mail });
  },
});

const fields = (body: Buffer): Record<string, unknown> => {
  const text = body.toString() || '{}';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    throw failure('malformed_json', { reason: jsonFault(text) });
  }
};

const setClock = (clock: PlatformClock, { advance, frozen }: Record<string, unknown>) => {
  if (frozen !== undefined && typeof frozen !== 'boolean') {
    throw failure('invalid', { detail: 'frozen: must be true or false' });
  }
  try {
    const moved = frozen === undefined || advance !== undefined ? clock.advance(advance) : clock.read();
    return frozen === undefined ? moved : clock.freeze(frozen);
  } catch (error) {
    throw error instanceof RangeError ? failure('invalid', { detail: error.message }) : error;
  }
};
