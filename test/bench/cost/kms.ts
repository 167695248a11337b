import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { config } from '../../../lib/config.ts';
import { signDigest } from '../../../lib/keys/signing-key.ts';

interface SignRequest {
  KeyId: string;
  Message: string;
}

/**
 * From now on the platform's keys are in a KMS, as in AWS, so that signing sends what it sends there: a server on
 * loopback that signs with the platform's key files. The answer stops it.
 */
export const startKms = async (): Promise<() => void> => {
  const files: Record<string, string> = { token: config.tokenKey(), seal: config.sealKey() };
  const server = createServer(async (request, response) => {
    const { KeyId, Message } = JSON.parse(await text(request)) as SignRequest;
    const digest = Buffer.from(Message, 'base64');
    const isToken = KeyId === 'token';
    const signed = await signDigest(files[KeyId] ?? '', digest, isToken ? 'ES256' : 'RS256');
    const Signature = Buffer.from(isToken ? asDer(signed) : signed).toString('base64');
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify({ KeyId, Signature }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const restore = setEnvironment({
    AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TOKEN_KEY: 'kms:token',
    SEAL_KEY: 'kms:seal',
  });
  return () => {
    restore();
    server.close();
  };
};

/** r‖s as KMS answers it: a DER sequence of two integers (RFC 3279 section 2.2.3). */
const asDer = (signature: Uint8Array): Uint8Array => {
  const integer = (bytes: Uint8Array): number[] => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const value = [...bytes.subarray(first)];
    if ((value[0] ?? 0) >= 0x80) value.unshift(0);
    return [0x02, value.length, ...value];
  };
  const half = signature.length / 2;
  const content = [...integer(signature.subarray(0, half)), ...integer(signature.subarray(half))];
  return Uint8Array.from([0x30, content.length, ...content]);
};
