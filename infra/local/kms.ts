import { createPrivateKey, randomBytes, sign as signBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { decrypted, encrypted } from '../../lib/aws/keys/data-key.ts';
import { toDer } from '../../lib/aws/keys/ecdsa.ts';
import { publicKey, signDigest } from '../../lib/aws/keys/signing-key.ts';

/**
 * A server for the part of KMS that functions need (Sign with a digest or by Ed25519, GetPublicKey, data keys), with
 * key files, so that functions work as in AWS. `fileOf` returns the file (`file:<path of a PEM>`) of a key id. The
 * server doesn't listen yet.
 */
export const kmsServer = (fileOf: (keyId: string) => string | undefined): Server =>
  createServer((request, response) => {
    answer(fileOf, request, response).catch((error: Error) => send(response, 500, { message: error.message }));
  });

interface KmsRequest {
  KeyId: string;
  Message?: string;
  MessageType?: string;
  SigningAlgorithm?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

const answer = async (
  fileOf: (keyId: string) => string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const input = (await json(request)) as KmsRequest;
  const { KeyId } = input;
  const file = fileOf(KeyId);
  if (!file) return send(response, 400, { __type: 'NotFoundException', message: `There is no key ${KeyId}` });
  const action = request.headers['x-amz-target'];
  if (action === 'TrentService.GetPublicKey') {
    const spki = (await publicKey(file)).export({ type: 'spki', format: 'der' });
    return send(response, 200, { KeyId, PublicKey: spki.toString('base64') });
  }
  if (action === 'TrentService.Sign') return send(response, 200, { KeyId, Signature: await sign(file, input) });
  if (action === 'TrentService.GenerateDataKey') return send(response, 200, { KeyId, ...generate(file, input) });
  if (action === 'TrentService.Decrypt') return send(response, 200, { KeyId, Plaintext: open(file, input) });
  return send(response, 400, { __type: 'UnsupportedOperationException', message: `${action} is not known here` });
};

const contextOf = ({ EncryptionContext = {} }: KmsRequest): string =>
  JSON.stringify(Object.entries(EncryptionContext).sort());

const generate = (file: string, input: KmsRequest) => {
  const key = randomBytes(32);
  const CiphertextBlob = encrypted(readFileSync(file.replace('file:', '')), key, contextOf(input));
  return { Plaintext: key.toString('base64'), CiphertextBlob };
};

const open = (file: string, input: KmsRequest): string =>
  Buffer.from(
    decrypted(readFileSync(file.replace('file:', '')), input.CiphertextBlob ?? '', contextOf(input)),
  ).toString('base64');

const sign = async (file: string, { Message = '', MessageType, SigningAlgorithm }: KmsRequest): Promise<string> => {
  if (SigningAlgorithm === 'ED25519_SHA_512' && MessageType === 'RAW') {
    const key = createPrivateKey(readFileSync(file.replace('file:', '')));
    return signBytes(null, Buffer.from(Message, 'base64'), key).toString('base64');
  }
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
