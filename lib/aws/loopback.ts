import { timestamp } from '../base/clock.ts';

interface Call {
  request: unknown;
}
type Step = <C extends Call, A>(next: (call: C) => Promise<A>) => (call: C) => Promise<A>;

/** The part of an AWS client that this file changes. */
interface Client {
  middlewareStack: {
    remove(name: string): boolean;
    add(step: Step, options: { step: 'build'; name: string; override: boolean }): void;
  };
}

/** The SDK's steps of a call that only AWS has a use for: they make and choose signatures, and name the caller. */
const FOR_AWS = [
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
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
