import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listenOn, loopbackUrl } from '../shared/loopback.ts';

export interface Received {
  type: string;
  data: Record<string, unknown>;
}

export interface Receiver {
  /** Address for webhooks. */
  url: string;
  /** Every call with a valid signature (Standard Webhooks), in the order of first arrival. */
  received: Received[];
  /** Number of calls with an invalid signature. */
  refused: number;
  /** The signing secret, once it is known. */
  secret: string;
  stop(): void;
}

/** Starts a server for webhooks, as the sender's application would have. */
export const startReceiver = async (): Promise<Receiver> => {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const headers = request.headers as Record<string, string>;
      const event = new Webhook(receiver.secret).verify(body, headers) as Received;
      // An event may arrive twice, with the same id.
      const id = headers['webhook-id'] ?? '';
      if (!seen.has(id)) receiver.received.push(event);
      seen.add(id);
      response.writeHead(204).end();
    } catch {
      receiver.refused += 1;
      response.writeHead(401).end();
    }
  });
  const port = await listenOn(server, 0);
  const receiver: Receiver = {
    url: `${loopbackUrl(port)}/countersign`,
    received: [],
    refused: 0,
    secret: '',
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
};
