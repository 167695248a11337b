import { request } from 'node:http';
import type { Read, Refusal } from './answers.ts';
import type { Api } from './api.ts';

interface HttpAnswer {
  status: number;
  body: Refusal & Partial<Read<'authenticate'>>;
  headers: Record<string, string>;
}

/** Calls the API from another address of this machine: `127.0.0.2` is another network than `127.0.0.1`. */
export const fromAddress =
  (api: Api, localAddress: string) =>
  (path: string, body: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${api.url}${path}`,
        { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } },
        async (answer) => {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part);
          resolve({
            status: answer.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(parts).toString('utf8')),
            headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
          });
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
