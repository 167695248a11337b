import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../local/process.ts';

type Mood = { status: number; headers?: Record<string, string> } | 'hang' | 'down';

export interface Call {
  id: string;
  type: string;
  envelope_id: string;
}

/** A webhook's receiver that can be out of order in every way, always at the same address. */
export const startMoodyReceiver = async () => {
  const port = await freePort();
  const calls: Call[] = [];
  const waiting = new Set<() => void>();
  let mood: Mood = 'down';
  let server: Server | undefined;

  const listen = async (): Promise<Server> => {
    const made = createServer(async (request, response) => {
      const body = JSON.parse(await text(request));
      const { envelope_id } = body.data;
      calls.push({ id: String(request.headers['webhook-id']), type: body.type, envelope_id });
      for (const seen of waiting) seen();
      if (typeof mood === 'object') response.writeHead(mood.status, mood.headers).end();
    }).listen(port, '127.0.0.1');
    await once(made, 'listening');
    return made;
  };
  const close = async () => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  };

  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** Every call that came, whatever it was answered. */
    calls,
    become: async (next: Mood): Promise<void> => {
      mood = next;
      if (next === 'down') await close();
      else server ??= await listen();
    },
    /** Resolves when the next call is there. */
    called: () => new Promise<void>((resolve) => waiting.add(resolve)),
    stop: close,
  };
};
