import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { toDer } from '../lib/keys/ecdsa.ts';
import { publicKey, signDigest } from '../lib/keys/signing-key.ts';

/** What a key is named by in KMS, and the file (`file:<path of a PEM>`) that stands for it here. */
const keys = new Map<string, string>();
let endpoint: Promise<string> | undefined;

/**
 * There is no embedded KMS: this speaks as much of it over HTTP as signing needs (Sign with a digest, GetPublicKey), with
 * key files of ours, so that functions go the way they go in AWS. Leads the SDK there. One for the process, which it
 * doesn't keep alive: clients are made once.
 */
export const useKms = async (named: Record<string, string>): Promise<void> => {
  for (const [name, file] of Object.entries(named)) keys.set(name, file);
  endpoint ??= listen();
  process.env.AWS_ENDPOINT_URL_KMS = await endpoint;
};

const listen = async (): Promise<string> => {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => send(response, 500, { message: error.message }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

interface Asked {
  KeyId: string;
  Message?: string;
  MessageType?: string;
  SigningAlgorithm?: string;
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const asked = (await json(request)) as Asked;
  const { KeyId } = asked;
  const file = keys.get(KeyId);
  if (!file) return send(response, 400, { __type: 'NotFoundException', message: `There is no key ${KeyId}` });
  const action = request.headers['x-amz-target'];
  if (action === 'TrentService.GetPublicKey') {
    const spki = (await publicKey(file)).export({ type: 'spki', format: 'der' });
    return send(response, 200, { KeyId, PublicKey: spki.toString('base64') });
  }
  if (action === 'TrentService.Sign') return send(response, 200, { KeyId, Signature: await sign(file, asked) });
  return send(response, 400, { __type: 'UnsupportedOperationException', message: `${action} is not known here` });
};

const sign = async (file: string, { Message = '', MessageType, SigningAlgorithm }: Asked): Promise<string> => {
  if (MessageType !== 'DIGEST') throw new Error('Only digests are signed here');
  const digest = Buffer.from(Message, 'base64');
  const signature =
    SigningAlgorithm === 'ECDSA_SHA_256'
      ? toDer(await signDigest(file, digest, 'ES256'))
      : await signDigest(file, digest, 'RS256');
  return Buffer.from(signature).toString('base64');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
};
