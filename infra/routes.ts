import { type Failure, failure } from '../lib/base/errors.ts';
import { messageOf } from '../lib/base/message-of.ts';
import type { Contract } from '../lib/http/contract.ts';
import { headersOf, statusOf } from '../lib/http/errors.ts';
import { ALLOWED_HEADERS, ANSWER_HEADERS } from '../lib/http/headers.ts';
import { ANY_ADDRESS, gatewayPath, splitRoute } from '../lib/http/route.ts';

// No script reads a preflight, and it leads nowhere: headers for that would only enlarge the template.
const { 'Access-Control-Expose-Headers': _exposed, 'Referrer-Policy': _referrer, ...HARDENED } = ANSWER_HEADERS;

const PREFLIGHT_HEADERS = {
  ...HARDENED,
  'Access-Control-Allow-Headers': ALLOWED_HEADERS,
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Max-Age': '7200',
};

/**
 * Makes the gateway's OpenAPI body: the function of each route, and the gateway's own answers. It omits parameters and
 * records: functions check those, and `openapi.json` describes them.
 */
export const routingBody = (
  contracts: readonly Contract[],
  { integrationUri, role }: { integrationUri: (contract: Contract) => unknown; role: unknown },
) => {
  const paths: Record<string, Record<string, unknown>> = {};
  const integration = (contract: Contract) => ({
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: integrationUri(contract),
    credentials: role,
  });
  const fallback = contracts.find(({ methodsAt }) => methodsAt);
  for (const contract of contracts) {
    const { method, path } = splitRoute(contract.route);
    for (const at of [path, ...(contract.alsoAt ? [contract.alsoAt] : [])].map(gatewayPath)) {
      paths[at] ??= {
        options: preflight(at),
        ...(fallback ? { 'x-amazon-apigateway-any-method': anyMethod(at, integration(fallback)) } : {}),
      };
      paths[at][method.toLowerCase()] = {
        ...(at === gatewayPath(path) ? { operationId: contract.id } : {}),
        ...parametersOf(at),
        responses: {},
        'x-amazon-apigateway-integration': integration(contract),
      };
      for (const refused of contract.refuses ?? []) paths[at][refused.toLowerCase()] = refusal(method);
    }
  }
  if (fallback) {
    paths[ANY_ADDRESS] = {
      options: preflight(ANY_ADDRESS),
      'x-amazon-apigateway-any-method': anyMethod(ANY_ADDRESS, integration(fallback)),
    };
  }
  return {
    openapi: '3.0.1',
    info: { title: 'Countersign', version: '1' },
    paths,
    // Everything is binary: a client's Accept header must not decide if a PDF arrives as base64.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  };
};

const parametersOf = (path: string) => {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) };
};

const preflight = (path: string) => ({
  ...parametersOf(path),
  ...fixedAnswer(204, 'Preflight', PREFLIGHT_HEADERS),
});

/** The answer to a method that the protocol of an address refuses. */
const refusal = (allowed: string) => {
  const failed = failure('method_not_allowed', { allowed });
  const headers = { ...ANSWER_HEADERS, 'Cache-Control': 'no-store', ...headersOf(failed) };
  const body = JSON.stringify({ status: 'ERROR', error: messageOf(failed) });
  return fixedAnswer(statusOf(failed), 'Refused', { ...headers, 'Content-Type': 'application/json' }, body);
};

/** An answer of the gateway's own, without a function. */
const fixedAnswer = (status: number, description: string, headers: Record<string, string>, body?: string) => ({
  responses: {
    [status]: {
      description,
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { schema: { type: 'string' } }])),
    },
  },
  'x-amazon-apigateway-integration': {
    type: 'mock',
    // Without these two, a mock can't read its own template if everything is binary.
    contentHandling: 'CONVERT_TO_TEXT',
    passthroughBehavior: 'never',
    requestTemplates: { 'application/json': `{"statusCode":${status}}` },
    responses: {
      default: {
        statusCode: String(status),
        responseParameters: quoted('method.response.header', headers),
        ...(body === undefined ? {} : { responseTemplates: { 'application/json': body } }),
      },
    },
  },
});

/**
 * All methods that an address lacks: only a function can say which it has, without making the template much larger. API
 * Gateway takes the most specific route that has the method, so what no route has comes to the one of all addresses.
 */
const anyMethod = (path: string, integration: unknown) => ({
  ...parametersOf(path),
  responses: {},
  'x-amazon-apigateway-integration': integration,
});

const errorBody = (failed: Failure): string => JSON.stringify({ status: 'ERROR', error: messageOf(failed) });

/** The gateway's own refusals, each as the catalogue's error (specification 7.1). */
const GATEWAY_ERRORS: Record<string, Failure> = {
  MISSING_AUTHENTICATION_TOKEN: failure('route_not_found'),
  RESOURCE_NOT_FOUND: failure('route_not_found'),
  UNSUPPORTED_MEDIA_TYPE: failure('invalid', { detail: 'Content-Type: this media type is not supported' }),
  BAD_REQUEST_PARAMETERS: failure('invalid', { detail: 'The parameters of the request are not valid' }),
  BAD_REQUEST_BODY: failure('malformed_json', { reason: 'it could not be read' }),
  REQUEST_TOO_LARGE: failure('too_large', {
    detail: 'The request is larger than 10 MB: use POST /v2/uploads for large files.',
  }),
  THROTTLED: failure('too_many_requests', { seconds: 1 }),
  QUOTA_EXCEEDED: failure('too_many_requests', { seconds: 60 }),
  INTEGRATION_FAILURE: failure('unavailable'),
  INTEGRATION_TIMEOUT: failure('unavailable'),
  ACCESS_DENIED: failure('unauthorized'),
  UNAUTHORIZED: failure('unauthorized'),
  WAF_FILTERED: failure('firewall_refused'),
  DEFAULT_4XX: failure('route_not_found'),
  DEFAULT_5XX: failure('internal'),
};

const gatewayResponses = () =>
  Object.fromEntries(
    Object.entries(GATEWAY_ERRORS).map(([type, failed]) => {
      return [
        type,
        {
          statusCode: String(statusOf(failed)),
          responseTemplates: { 'application/json': errorBody(failed) },
          responseParameters: {
            ...quoted('gatewayresponse.header', {
              ...ANSWER_HEADERS,
              'Cache-Control': 'no-store',
              ...headersOf(failed),
            }),
            'gatewayresponse.header.X-Request-Id': 'context.requestId',
          },
        },
      ];
    }),
  );

/** Header mappings of the gateway: a fixed value is in single quotes. */
const quoted = (prefix: string, headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}.${name}`, `'${value}'`]));
