import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Match } from './routes.ts';

const STAGE = 'local';
/** Headers of the connection to the gateway, which doesn't pass them on. */
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);

/** Splits a request target into path and query, both unchanged. */
export const splitTarget = (target: string): { path: string; query: string } => {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
};

/** Makes API Gateway's event from a request (REST API, Lambda proxy integration). */
export const proxyEvent = (
  request: IncomingMessage,
  body: Buffer,
  { resource, pathParameters }: Match<unknown>,
  requestId: string,
): APIGatewayProxyEvent => {
  const { path, query } = splitTarget(request.url ?? '/');
  const headers = multiValues(headerPairs(request));
  const queryParameters = multiValues([...new URLSearchParams(query)]);
  const method = request.method ?? 'GET';
  const time = new Date();
  return {
    resource,
    path,
    httpMethod: method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: query === '' ? null : lastOf(queryParameters),
    multiValueQueryStringParameters: query === '' ? null : queryParameters,
    pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      domainName: request.headers.host ?? '',
      extendedRequestId: randomUUID(),
      httpMethod: method,
      identity: { ...NO_IDENTITY, sourceIp: sourceIp(request), userAgent: request.headers['user-agent'] ?? null },
      path: `/${STAGE}${path}`,
      protocol: 'HTTP/1.1',
      requestId,
      requestTime: time.toUTCString(),
      requestTimeEpoch: time.getTime(),
      resourceId: 'local',
      resourcePath: resource,
      stage: STAGE,
    },
    // The stack's gateway treats every media type as binary: only then it returns PDFs whatever a client accepts.
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
};

const headerPairs = (request: IncomingMessage): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!NOT_PASSED_ON.has(name.toLowerCase())) pairs.push([name, value]);
  }
  const forwarded = request.headers['x-forwarded-for'];
  return [
    ...pairs.filter(([name]) => name.toLowerCase() !== 'x-forwarded-for'),
    ['X-Forwarded-For', [forwarded, sourceIp(request)].flat().filter(Boolean).join(', ')],
    ['X-Forwarded-Proto', 'http'],
  ];
};

/** The client's address, without the `::ffff:` of IPv4 addresses on a dual-stack socket. */
const sourceIp = (request: IncomingMessage): string => (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

const multiValues = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
};

const lastOf = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

const NO_IDENTITY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};
