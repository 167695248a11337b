import { timestamp } from '../base/clock.ts';
import { config } from '../base/config.ts';

interface Call {
  request: unknown;
}
type Step = <C extends Call, A>(next: (call: C) => Promise<A>) => (call: C) => Promise<A>;

/** The part of an AWS client that this file changes. */
interface Client {
  middlewareStack: {
    remove(name: string): boolean;
    add(step: Step, options: { step: 'build' | 'serialize'; name: string; override: boolean; priority?: 'low' }): void;
  };
}

/**
 * The SDK's steps of a call that only AWS has a use for: they make and choose signatures, and name the caller. The last
 * copies input and output for a log that nobody has.
 */
const FOR_AWS = [
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'loggerMiddleware',
];

/**
 * Shortens the calls of a client whose service is an engine on this machine (`http://127.0.0.1…` in the variable
 * `name`): such engines want a signature's form and check nothing of it, and the SDK's steps for AWS take time in each
 * call. Changes nothing for all other services.
 */
export const shortenOnLoopback = <C extends object>(client: C, name: `AWS_ENDPOINT_URL_${string}`): C => {
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(process.env[name] ?? '')) return client;
  const { middlewareStack } = client as Client;
  for (const step of FOR_AWS) middlewareStack.remove(step);
  const signature = formOfSignature();
  const sign: Step = (next) => (call) => {
    Object.assign((call.request as { headers: object }).headers, signature);
    return next(call);
  };
  middlewareStack.add(sign, { step: 'build', name: 'signForEngine', override: true });
  return client;
};

/** Headers of a signed request, with the time at which the client was opened: engines look at none of it. */
const formOfSignature = () => {
  const time = timestamp().replace(/[-:]|\.\d+/g, '');
  const { AWS_ACCESS_KEY_ID = 'countersign', AWS_REGION = 'us-east-1' } = process.env;
  const scope = `${AWS_ACCESS_KEY_ID}/${time.slice(0, 8)}/${AWS_REGION}/local/aws4_request`;
  return {
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=none`,
  };
};

/**
 * True if the table is the local platform's own engine. It ends when the platform does and lives as long, so each call
 * gets its answer: no limit of time and no second attempt is needed.
 */
export const isEmbeddedTable = (): boolean => {
  const engine = config.embeddedTable();
  return engine !== undefined && engine === process.env.AWS_ENDPOINT_URL_DYNAMODB;
};

const TOKEN = ',"ClientRequestToken":';

/**
 * Leaves out the token by which DynamoDB recognizes a second attempt at a transaction; for a client of an embedded
 * table, which needs none. The engine keeps tokens for ten minutes and looks through all of them at each transaction:
 * under load that takes longer than the transactions.
 */
export const withoutTokens = <C extends object>(client: C): C => {
  const shorten: Step = (next) => (call) => {
    const request = call.request as { body: Uint8Array };
    const { buffer, byteOffset, byteLength } = request.body;
    const body = Buffer.from(buffer, byteOffset, byteLength);
    // It is the last member of the request.
    const at = body.lastIndexOf(TOKEN);
    if (at >= 0) request.body = Buffer.concat([body.subarray(0, at), Buffer.from('}')]);
    return next(call);
  };
  const options = { step: 'serialize', priority: 'low', name: 'leaveOutToken', override: true } as const;
  (client as Client).middlewareStack.add(shorten, options);
  return client;
};
