import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { MESSAGES } from '../base/error-messages.ts';
import type { FailureCode } from '../base/errors.ts';
import { isScope, SCOPES } from '../people/access/scopes.ts';
import { plainAlternatives } from './alternatives.ts';
import type { Contract, FailureForm, FileParts, SessionKind } from './contract.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import { statusOfCode } from './error-statuses.ts';
import { BASE_URL_PLACEHOLDER } from './placeholder.ts';
import { splitRoute } from './route.ts';
import { TAGS } from './tags.ts';
import { webhookCalls } from './webhooks.ts';

/** The interface's version (specification 9.1), not this implementation's. */
const INTERFACE_VERSION = '6.10.4';

const STATUS_LABELS: Record<number, string> = {
  400: 'Request Error',
  401: 'Access Denied',
  403: 'Second Factor Due',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Invalid Parameter',
  409: 'Still Running',
  413: 'Too Large',
  429: 'Too Many Requests',
  500: 'Internal Error',
  503: 'Busy',
};

const ErrorBody = z
  .object({
    status: z.literal('ERROR'),
    error: z.string().meta({ description: 'Description of the error' }),
    mfa_token: z.string().optional().meta({
      description: 'With the error `mfa_required` alone: what ends the sign-in, together with a code or a passkey',
    }),
    passkey: z
      .literal(true)
      .optional()
      .meta({ description: 'With the error `mfa_required` alone: one of the passkeys can be the second factor' }),
  })
  .meta({ id: 'Error', description: 'The body of every error. The header `X-Error-Code` names it for programs.' });

/** Answers of operations as examples, by the operations' ids and the answers' media types. */
export type Examples = Record<string, Record<string, unknown>>;

/**
 * Makes the OpenAPI 3.1 description of the operations with these contracts, served at `baseUrl`, with `examples` of
 * their answers. The same contracts and examples give the same description, key by key. Schemas with an id
 * (`.meta({id})`) become components.
 */
export const openApiDocument = (
  contracts: readonly Contract[],
  examples: Examples = {},
  baseUrl = BASE_URL_PLACEHOLDER,
) => {
  const used = new Set<string>(contracts.map(({ tag }) => tag));
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Countersign',
        version: INTERFACE_VERSION,
        summary: 'Electronic signatures in your own AWS account',
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: Object.entries(TAGS)
        .filter(([name]) => used.has(name))
        .map(([name, description]) => ({ name, description })),
      paths: pathsOf(contracts, examples),
      ...(used.has('Webhooks') ? { webhooks: webhookCalls() } : {}),
      components: {
        schemas: { Error: ErrorBody },
        parameters: { IdempotencyKey: { ...IDEMPOTENCY_KEY } },
        headers: HEADERS,
        responses: commonResponses(),
        securitySchemes: securitySchemes(baseUrl),
      },
    },
    { override: plainer },
  );
  return plainAlternatives({
    ...document,
    ...(document.webhooks ? { webhooks: referred(document.webhooks) } : {}),
    components: sortedComponents({
      ...document.components,
      ...(document.webhooks ? { pathItems: document.webhooks } : {}),
    }),
    'x-errors': ERROR_CATALOGUE,
  });
};

const INTRODUCTION = `All operations take and answer JSON. Times are ISO 8601 in UTC, ids are UUIDs, lists are 0-based pages.

**Sessions.** A user's access token goes into \`Authorization: Bearer\`, a recipient's into \`signer: Bearer\`. Tokens come
from \`POST /v2/oauth2/token\` and, for recipients, from \`POST /v2/sign/unauth/{envelope_id}/{role_name}/{key}\`.

**Errors.** Every error has the same body, \`{"status": "ERROR", "error": "…"}\`, a machine-readable code in the header
\`X-Error-Code\`, and the request's id in \`X-Request-Id\`.

**What is ignored.** Names of the query and the body that an operation doesn't know have no effect, because existing clients
send whole records back. The answer names them in \`Countersign-Ignored: expire_at, recipients.0.emial\` (percent-encoded; \`...\`
stands for more), and accepted values without effect too: a locale or time zone that is not known, a field on page 0. With
\`Prefer: handling=strict\` (RFC 7240) they are refused with 406 and the nearest known name.

**Nothing.** Where a value may be null, an empty text means the same. An empty parameter of a query, and an empty text of a form, count as
absent.

**Limits on attempts.** Where attempts are limited, the headers \`RateLimit-Policy\` and \`RateLimit\` say how many are allowed and left, as
draft-ietf-httpapi-ratelimit-headers has it; 429 comes with \`Retry-After\`.

**Safe repetition.** Writes honour \`Idempotency-Key\`: the same key and body within 24 hours answer what the first request
answered, marked \`Idempotent-Replayed: true\`. A key belongs to its caller: to the person or the client that acts for it, or to the
signing link. Without a session it belongs to the network and to the whole request, so that no stranger can take it.`;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any text of up to 255 characters, new for every new request: a repeated one is carried out once.',
  schema: { type: 'string', maxLength: 255 },
} as const;

const textHeader = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' as const },
  ...(example === undefined ? {} : { example }),
});

const HEADERS = {
  'X-Request-Id': textHeader('Id of the request, for support'),
  'X-Error-Code': textHeader('The error, for programs'),
  ETag: textHeader('The version of the record', '"12"'),
  Location: { description: 'Address of the redirect', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'Countersign-Ignored': textHeader(
    'Paths of names and values in the request that have no effect; absent if there are none',
    'expire_at, recipients.0.emial',
  ),
  'Preference-Applied': textHeader('`handling=strict` if that was preferred (RFC 7240)'),
  RateLimit: textHeader(
    'For each limit that applied: `r` attempts are left, and `t` seconds until it starts again',
    '"password";r=9;t=900',
  ),
  'RateLimit-Policy': textHeader('Each limit that applied: `q` attempts in `w` seconds', '"password";q=10;w=900'),
  'WWW-Authenticate': textHeader(
    'How to authenticate (RFC 6750, section 3). API Gateway passes it on as `x-amzn-Remapped-WWW-Authenticate`',
    'Bearer realm="countersign", error="invalid_token"',
  ),
} as const;

const ANSWER_NOTES = ['Countersign-Ignored', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy'] as const;

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));

/** Failures of every operation, by status: an operation without its own errors of a status refers to these. */
const COMMON: readonly FailureCode[] = [
  'malformed_json',
  'idempotency_key_reused',
  'unauthorized',
  'token_missing',
  'token_bare',
  'token_scheme',
  'token_elsewhere',
  'token_expired',
  'wrong_session',
  'forbidden',
  'not_found',
  'invalid',
  'idempotency_in_flight',
  'too_large',
  'too_many_requests',
  'internal',
  'unavailable',
];

/** Values for placeholders in the examples of messages; `…` if none is named here. */
const SAMPLE_DETAILS: Record<string, string> = {
  header: 'Authorization',
  scheme: 'Basic',
  place: 'X-API-Key',
  detail: 'name: must not be empty',
  permission: 'org:update',
  needed: 'user',
  seconds: '30',
  name: 'Buyer',
  field: 'buyer-signature',
  fields: 'buyer-signature, date',
  status: 'complete',
};

const errorResponse = (status: number, codes: readonly FailureCode[]) => ({
  description: STATUS_LABELS[status] ?? 'Error',
  headers: headers(
    'X-Request-Id',
    'X-Error-Code',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 406 ? (['Countersign-Ignored', 'Preference-Applied'] as const) : []),
    ...(status === 429 ? (['Retry-After', 'RateLimit', 'RateLimit-Policy'] as const) : []),
  ),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' } as const,
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
    },
  },
});

const exampleOf = (code: FailureCode) => {
  const details: Record<string, string> = {
    ...SAMPLE_DETAILS,
    ...(code === 'malformed_json' ? { reason: 'line 1, column 9: expected a value' } : {}),
    ...(code === 'too_large' ? { detail: 'The request is larger than 10 MB.' } : {}),
  };
  return {
    status: 'ERROR',
    error: MESSAGES[code].replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '…'),
  };
};

const commonName = (status: number): string => (STATUS_LABELS[status] ?? '').replaceAll(' ', '');

const commonResponses = () =>
  Object.fromEntries(
    [...new Set(COMMON.map(statusOfCode))]
      .sort((a, b) => a - b)
      .map((status) => [
        commonName(status),
        errorResponse(
          status,
          COMMON.filter((code) => statusOfCode(code) === status),
        ),
      ]),
  );

/** Responses of an operation whose failures have a form of their own. */
const ownErrorResponses = ({ mime, statuses, schema }: FailureForm) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: STATUS_LABELS[status] ?? 'Error',
        headers: headers('X-Request-Id', 'X-Error-Code'),
        content: { [mime]: { schema } },
      },
    ]),
  );

const errorResponses = (contract: Contract) => {
  if (contract.failureAs) return ownErrorResponses(contract.failureAs);
  const own = Map.groupBy(contract.errors ?? [], statusOfCode);
  const expected = [400, 401, 404, 406, 429, 500, 503];
  if (splitRoute(contract.route).method !== 'GET') expected.push(409);
  if (contract.body || contract.multipart) expected.push(413);
  const statuses = [...new Set([...expected, ...own.keys()])].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = own.get(status);
      if (!codes) return [status, { $ref: `#/components/responses/${commonName(status)}` as const }];
      const common = COMMON.filter((code) => statusOfCode(code) === status && !codes.includes(code));
      return [status, errorResponse(status, [...codes, ...common])];
    }),
  );
};

const securitySchemes = (baseUrl: string) => {
  const tokenUrl = `${baseUrl}/v2/oauth2/token`;
  const refreshUrl = tokenUrl;
  return {
    user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A user's access token" },
    signer: {
      type: 'apiKey',
      in: 'header',
      name: 'signer',
      description: "A recipient's access token: `signer: Bearer <token>` (or in `Authorization`)",
    },
    oauth2: {
      type: 'oauth2',
      description: 'How to get an access token',
      flows: {
        authorizationCode: { authorizationUrl: `${baseUrl}/v2/oauth2/authorize`, tokenUrl, refreshUrl, scopes: SCOPES },
        clientCredentials: { tokenUrl, scopes: {} },
        password: { tokenUrl, refreshUrl, scopes: {} },
      },
    },
  } as const;
};

const SECURITY: Record<SessionKind, Record<string, string[]>[]> = {
  none: [],
  user: [{ user: [] }, { oauth2: [] }],
  signer: [{ signer: [] }],
  both: [{ user: [] }, { oauth2: [] }, { signer: [] }],
};

/** The scope that an application needs, if applications may call it. */
const securityOf = ({ session, callableBy }: Contract): Record<string, string[]>[] =>
  SECURITY[session].map((scheme) =>
    scheme.oauth2 && callableBy && isScope(callableBy) ? { oauth2: [callableBy] } : scheme,
  );

const pathsOf = (contracts: readonly Contract[], examples: Examples): ZodOpenApiPathsObject => {
  const order = Object.keys(TAGS);
  const place = ({ tag }: Contract) => (order.includes(tag) ? order.indexOf(tag) : order.length);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const contract of [...contracts].sort((a, b) => place(a) - place(b))) {
    const { method, path } = splitRoute(contract.route);
    // OpenAPI has no word for a variable that is the whole rest of a path.
    const at = path.replace('+}', '}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(contract, examples[contract.id]) };
  }
  return paths;
};

const operationOf = (contract: Contract, examples: Examples[string] = {}): ZodOpenApiOperationObject => {
  const isRepeatable = splitRoute(contract.route).method !== 'GET' && !contract.unrepeatable;
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    ...(descriptionOf(contract) ? { description: descriptionOf(contract) } : {}),
    security: securityOf(contract),
    requestParams: {
      ...(contract.path ? { path: contract.path as z.ZodObject } : {}),
      ...(contract.query ? { query: contract.query as z.ZodObject } : {}),
    },
    ...(isRepeatable ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...requestBodyOf(contract),
    responses: {
      200: successOf(contract, examples),
      ...redirectOf(contract),
      ...notModifiedOf(contract),
      ...errorResponses(contract),
    },
  };
};

/** The contract's description. A failure in it, `{not_found}`, becomes its status and code: "404 `not_found`". */
const descriptionOf = ({ description, permissions }: Contract): string =>
  [
    description?.replace(/\{(\w+)\}/g, (whole, name: string) => (isFailureCode(name) ? namedFailure(name) : whole)),
    permissions?.length ? `Needs ${permissions.map((one) => `\`${one}\``).join(', ')}.` : undefined,
  ]
    .filter(Boolean)
    .join('\n\n');

const isFailureCode = (name: string): name is FailureCode => Object.hasOwn(MESSAGES, name);

const namedFailure = (code: FailureCode): string => `${statusOfCode(code)} \`${code}\``;

const successOf = (
  { returns, produces = 'application/json', alsoProduces = [], conditional }: Contract,
  examples: Examples[string],
) => {
  const content = (mime: string, schema: z.ZodType | ReturnType<typeof rawSchema>) => [
    mime,
    { schema, ...(mime in examples ? { example: examples[mime] } : {}) },
  ];
  return {
    description: 'Done',
    headers: headers('X-Request-Id', ...(conditional ? (['ETag'] as const) : []), ...ANSWER_NOTES),
    content: Object.fromEntries([
      content(produces, produces === 'application/json' ? returns : rawSchema(produces)),
      ...alsoProduces.map((mime) => content(mime, rawSchema(mime))),
    ]),
  };
};

const redirectOf = ({ redirects }: Contract) =>
  redirects === undefined
    ? {}
    : { 302: { description: redirects, headers: headers('Location', 'X-Request-Id'), content: EMPTY_OBJECT } };

const notModifiedOf = ({ conditional }: Contract) =>
  conditional
    ? {
        304: {
          description: 'It is in the version that `If-None-Match` names',
          headers: headers('X-Request-Id', 'ETag'),
        },
      }
    : {};

/** Specification 4.3: the body of a redirect is an empty JSON object. */
const EMPTY_OBJECT = { 'application/json': { schema: { type: 'object' } } } as const;

/** Bytes. OpenAPI 3.1 would leave a body of bytes without a schema, but generators know them by this format. */
const BINARY = { type: 'string', format: 'binary' } as const;

const rawSchema = (mime: string) => {
  if (mime === 'application/json' || mime.endsWith('+json')) return {};
  return mime.startsWith('text/') ? ({ type: 'string' } as const) : BINARY;
};

const requestBodyOf = ({ body, multipart, examples }: Contract) => {
  if (!body && !multipart) return {};
  const example = examples?.body === undefined ? {} : { example: examples.body };
  return {
    requestBody: {
      ...(body && !multipart && !body.safeParse({}).success ? { required: true } : {}),
      content: {
        ...(body ? { 'application/json': { schema: body, ...example } } : {}),
        ...(multipart
          ? { 'multipart/form-data': { schema: formOf(body, multipart), ...formExample(multipart, examples?.body) } }
          : {}),
      },
    },
  };
};

/** The example's texts: what JSON has in place of files is left out, and files can't stand in an example. */
const formExample = ({ names }: FileParts, body: unknown) => {
  const texts = Object.entries(body ?? {}).filter(([name]) => ![...names, 'data', 'uri'].includes(name));
  return texts.length > 0 ? { example: Object.fromEntries(texts) } : {};
};

/** The form's texts are the JSON body's fields, with its files beside them. */
const formOf = (body: z.ZodType | undefined, { names, repeated }: FileParts): z.ZodType => {
  const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
  const file = z.unknown().meta({ override: repeated ? { type: 'array', items: BINARY } : BINARY });
  return z.object({ ...shape, ...Object.fromEntries(names.map((name) => [name, file.optional()])) });
};

/**
 * Removes redundant parts: the bounds of JSON's own whole numbers, the type of keys. Answers may get new members, so
 * they don't forbid further keys.
 */
const plainer = ({ jsonSchema, zodSchema, io }: Rendered) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  const { def } = zodSchema._zod;
  if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
};

/**
 * Webhooks by reference: openapi-generator makes of those that stand in place operations that nobody can call, in
 * clients that don't compile.
 */
const referred = (webhooks: object) =>
  Object.fromEntries(Object.keys(webhooks).map((event) => [event, { $ref: `#/components/pathItems/${event}` }]));

interface Rendered {
  jsonSchema: Record<string, unknown>;
  zodSchema: z.core.$ZodTypes;
  io: 'input' | 'output';
}

const sortedComponents = <T extends object | undefined>(components: T): T =>
  Object.fromEntries(
    Object.entries(components ?? {}).map(([kind, entries]) => [
      kind,
      Object.fromEntries(Object.entries(entries as object).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  ) as T;
