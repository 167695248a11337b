import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { toDer } from '../../lib/keys/ecdsa.ts';
import { publicKey, signDigest } from '../../lib/keys/signing-key.ts';

/**
 * Speaks as much of KMS over HTTP as signing needs (Sign with a digest, GetPublicKey), with key files, so that functions go
 * the way they go in AWS. `fileOf` answers the file (`file:<path of a PEM>`) behind a key id. The server doesn't listen yet.
 */
export const kmsServer = (fileOf: (keyId: string) => string | undefined): Server =>
  createServer((request, response) => {
    answer(fileOf, request, response).catch((error: Error) => send(response, 500, { message: error.message }));
  });

interface Asked {
  KeyId: string;
  Message?: string;
  MessageType?: string;
  SigningAlgorithm?: string;
}

const answer = async (
  fileOf: (keyId: string) => string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const asked = (await json(request)) as Asked;
  const { KeyId } = asked;
  const file = fileOf(KeyId);
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
