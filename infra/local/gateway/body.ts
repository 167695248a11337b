import type { IncomingMessage } from 'node:http';

/** The client disconnected before its request was complete: nobody waits for an answer. */
export class Aborted extends Error {}

/** The request is larger than the gateway accepts; it was read to its end, so that the client gets the answer. */
export class TooLarge extends Error {}

/** Bytes beyond which the rest isn't read. */
const PATIENCE_BYTES = 1024 ** 3;

/** Reads the request's body. Throws Aborted, or TooLarge for more than `limit` bytes. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > PATIENCE_BYTES) break;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    throw new Aborted();
  }
  if (!request.complete && size <= PATIENCE_BYTES) throw new Aborted();
  if (size > limit) throw new TooLarge();
  return Buffer.concat(chunks);
};
