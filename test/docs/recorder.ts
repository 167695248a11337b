import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request of a sample. */
export interface Sent {
  method: string;
  /** Path and query. */
  address: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request with the platform's answer to it. */
export interface Played extends Sent {
  status: number;
  code: string | null;
}

/**
 * A server whose first path segment says which sample is calling: requests to `/live-…` go on to the platform at `url`,
 * others get an empty object.
 */
export const startRecorder = async (url: string) => {
  const sent = new Map<string, Sent[]>();
  const played = new Map<string, Played[]>();
  const server = createServer(async (request, response) => {
    const [, name = '', address = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const { method = '', headers } = request;
    const one: Sent = { method, address, headers, body: await text(request) };
    if (!name.startsWith('live-')) {
      sent.set(name, [...(sent.get(name) ?? []), one]);
      response.setHeader('content-type', 'application/json').end('{}');
      return;
    }
    const { authorization, signer, 'content-type': type } = headers;
    const given = Object.entries({ authorization, signer, 'content-type': type }).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as [string, string]] : [],
    );
    const body = one.body === '' ? undefined : one.body;
    const answer = await fetch(`${url}${address}`, { method, headers: given, body, redirect: 'manual' });
    const { status } = answer;
    played.set(name, [...(played.get(name) ?? []), { ...one, status, code: answer.headers.get('x-error-code') }]);
    // A link to the store of files isn't followed: the sample has sent its request.
    response.statusCode = status === 302 ? 200 : status;
    response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain');
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    sent,
    played,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
