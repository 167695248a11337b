import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import { networkOf } from '../aws/net/network.ts';
import { Failure, fail, invalid } from '../base/errors.ts';
import { sha256 } from '../base/ids.ts';
import { acceptedLocales } from '../base/languages.ts';
import { addLogKeys, log, withLogKeys } from '../base/log.ts';
import { withoutSecrets } from '../base/secret-members.ts';
import type { Caller } from '../people/access/caller.ts';
import type { Origin } from '../people/access/origin.ts';
import { recordAct, recordRead } from '../people/administration/act.ts';
import { collectLimits, type NotedLimit } from '../people/attempts/noted-limits.ts';
import { deviceHeaders, presentedDevices } from '../people/sessions/device-token.ts';
import { presentedSigningDevice } from '../people/sessions/signing-device.ts';
import { entityTag } from './answer.ts';
import { authenticate, authorise } from './authenticate.ts';
import { compressed } from './compress.ts';
import type { Call, Contract, MediaType, Recorded, Returned, Scoped, ServedContract, SessionKind } from './contract.ts';
import { statusOf } from './errors.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { once } from './idempotency.ts';
import { type Ignored, ignoredHeader, wantsStrict } from './ignored.ts';
import { bodyBytes, type Parsed, parse } from './parse.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { asFailure, errorEnvelope, failureAsPage, success, wantsPage } from './respond.ts';
import { gatewayPath, splitRoute } from './route.ts';

/**
 * One operation: the Lambda handler, and the contract from which the gateway, OpenAPI, IAM roles and tests are made.
 */
export interface Operation<Id extends string = string, R extends z.ZodType = z.ZodType> {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  contract: Contract & { id: Id; returns: R };
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * An operation's function. The type is conditional, though its condition is always true, because only then tsc checks
 * the returned value against `returns` (`'OK'` stays `'OK'`) while it infers the rest from the contract.
 */
type Run<K extends SessionKind, P, Q, B, R extends z.ZodType, M, A, L> = [R] extends [z.ZodType]
  ? (call: Call<K, Output<P>, Output<Q>, Output<B>>) => Returned<R, M, A, L> | Promise<Returned<R, M, A, L>>
  : never;

interface State extends Record<string, unknown> {
  headers: Record<string, string>;
  caller: Caller | null;
  parsed: Parsed;
  origin: Origin;
}

/** Facts about the request for headers of its answer, whether it succeeds or not. */
interface Notes {
  ignored: readonly Ignored[];
  strict: boolean;
  limits: Map<string, NotedLimit>;
}

type StatefulContext = Context & { state: State; notes: Notes };

type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, State>;

/**
 * Makes an operation from its contract and its function. The pipeline around it is the same for all: log context →
 * normalise headers → refuse another operation's route → authenticate → authorise → parse → idempotency → run → respond
 * → compress and add the headers of every answer, with one onError.
 */
export const operation = <
  const Id extends string,
  K extends SessionKind,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
  M extends MediaType = never,
  A extends MediaType = never,
  L extends string = never,
  const Route extends Contract['route'] = Contract['route'],
>(
  contract: Contract<K, P, Q, B, R, M, A, L> & Scoped<K> & Recorded<Route> & { id: Id; route: Route },
  run: Run<K, P, Q, B, R, M, A, L>,
): Operation<Id, R> => {
  const generic = contract as unknown as Contract & { id: Id; returns: R };
  const served: ServedContract = generic;
  const { method, path: ownPath } = splitRoute(served.route);

  const normaliseHeaders = ({ event, internal }: Request) => {
    internal.headers = Object.fromEntries(
      Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
    );
  };
  const demandOwnRoute = async ({ event: { resource, httpMethod } }: Request) => {
    if (!served.methodsAt || !resource || `${httpMethod} ${resource}` === `${method} ${gatewayPath(ownPath)}`) return;
    const methods = await served.methodsAt(resource);
    if (methods.length === 0) fail('route_not_found');
    fail('wrong_method', { method: httpMethod, methods: [...methods, 'OPTIONS'].join(', ') });
  };
  const identify = async ({ event, internal }: Request) => {
    internal.caller = await authenticate(served, internal.headers, addressOf(event));
    if (internal.caller?.kind === 'user') addLogKeys({ organization_id: internal.caller.organization_id });
  };
  const permit = ({ internal }: Request) => authorise(served, internal.caller);
  const read = async ({ event, internal, context }: Request) => {
    const { notes } = context as StatefulContext;
    internal.parsed = await parse(served, event, internal.headers, (ignored) => {
      notes.ignored = ignored;
      notes.strict = wantsStrict(preferences(event));
      const [first] = ignored;
      if (first && notes.strict) invalid(first.path.join('.'), first.rule);
    });
    internal.origin = originOf(event, internal.headers);
    // middy passes its state to middleware only; the function gets it through Lambda's context.
    (context as StatefulContext).state = internal;
  };

  const act = (internal: State): Promise<APIGatewayProxyResult> => recorded(served, internal, () => carryOut(internal));

  const carryOut = async (internal: State): Promise<APIGatewayProxyResult> => {
    const value = await run({
      ...internal.parsed,
      caller: internal.caller,
      headers: internal.headers,
      locales: acceptedLocales(internal.headers['accept-language']),
      origin: internal.origin,
    } as unknown as Call<K, Output<P>, Output<Q>, Output<B>>);
    return served.conditional ? withEntityTag(success(value), value) : success(value);
  };

  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, State>()
    .before(normaliseHeaders)
    .before(demandOwnRoute)
    .before(identify)
    .before(permit)
    .before(read)
    .onError(report(served));

  handler.handler(async (event, context) => {
    const internal = (context as StatefulContext).state;
    const key = internal.headers['idempotency-key'];
    if (!key || method === 'GET' || served.unrepeatable) return withDevice(await act(internal), internal.origin);
    const request = `${served.route}\n${event.path}\n${bodyBytes(event).toString('base64')}`;
    const owner = ownerOf(internal.caller, internal.origin, `${key}\n${request}`);
    const answer = await once({ owner, key, request, storable: storable(served) }, () =>
      settle(served, () => act(internal)),
    );
    return withDevice(answer, internal.origin);
  });

  const answer = async (event: APIGatewayProxyEvent, context: Context) => {
    const accepted = Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'accept-encoding');
    const id = event.requestContext?.requestId ?? context.awsRequestId;
    const notes: Notes = { ignored: [], strict: false, limits: new Map() };
    const answered = await withLogKeys({ request_id: id, operation: served.id }, () =>
      collectLimits(notes.limits, () => handler(event, { ...context, notes } as StatefulContext)),
    );
    const small = compressed(answered, accepted?.[1]);
    const headers = { ...small.headers, ...headersFrom(notes), ...ANSWER_HEADERS, 'X-Request-Id': id };
    return { ...small, headers };
  };
  return Object.assign(answer, { contract: generic });
};

/** The answer with its record's version as entity tag. */
const withEntityTag = (answer: APIGatewayProxyResult, value: unknown): APIGatewayProxyResult => {
  const { version } = value as { version?: number };
  return version === undefined ? answer : { ...answer, headers: { ...answer.headers, ...entityTag(version) } };
};

const headersFrom = ({ ignored, strict, limits }: Notes): Record<string, string> => ({
  ...(ignored.length > 0 ? { 'Countersign-Ignored': ignoredHeader(ignored) } : {}),
  ...(strict ? { 'Preference-Applied': 'handling=strict' } : {}),
  ...rateLimitHeaders([...limits.values()]),
});

/**
 * All `Prefer` headers of the request: several lines are one list (RFC 7240 2). The gateway's `headers` has the last.
 */
const preferences = ({ headers, multiValueHeaders }: APIGatewayProxyEvent): string => {
  const lines = Object.entries({ ...headers, ...multiValueHeaders }).filter(
    ([name]) => name.toLowerCase() === 'prefer',
  );
  return lines.flatMap(([, values]) => values ?? []).join(',');
};

/**
 * Runs an operation as an event of administration, if it is one. What a recipient does is in the chain of the envelope.
 */
const recorded = <T>(
  { id, event: kind, isRead, body: schema }: ServedContract,
  { caller, origin, parsed: { path, body } }: State,
  run: () => Promise<T>,
): Promise<T> => {
  if (!kind || caller?.kind === 'signer') return run();
  const request = { operation: id, kind, caller, origin, path: { ...(path as object) }, body, schema };
  return (isRead ? recordRead : recordAct)(request, run);
};

/** Address of the connection, as the gateway saw it: headers can state any. */
const addressOf = ({ requestContext }: APIGatewayProxyEvent): string => requestContext?.identity?.sourceIp ?? '';

const originOf = (event: APIGatewayProxyEvent, headers: Record<string, string>): Origin => ({
  ip: addressOf(event),
  userAgent: (event.requestContext?.identity?.userAgent ?? headers['user-agent'] ?? '').slice(0, 400),
  device: { presented: presentedDevices(headers), signing: { presented: presentedSigningDevice(headers) } },
});

/** The device's new token is added after the answer is stored, so that it is never stored. */
const withDevice = (answer: APIGatewayProxyResult, { device }: Origin): APIGatewayProxyResult =>
  device?.issued || device?.signing?.issued
    ? { ...answer, headers: { ...answer.headers, ...deviceHeaders(device) } }
    : answer;

/**
 * A function's own refusal is an answer like any other: the same Idempotency-Key gets it again. A rate-limited answer
 * (429) isn't stored, because the request may succeed later.
 */
const settle = async (
  contract: ServedContract,
  act: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure) || statusOf(error) >= 500 || statusOf(error) === TOO_MANY) throw error;
    if (Object.keys(error.secrets).length > 0) throw error;
    return failureOf(contract, error);
  }
};

/** A failure in the form of the operation's protocol: the ERROR envelope, unless that has its own. */
const failureOf = ({ failureAs }: ServedContract, failed: Failure): APIGatewayProxyResult =>
  failureAs ? success(failureAs.answer(failed)) : errorEnvelope(failed);

/** The storable part of an answer: none if it shows a secret only once, else the answer without its secrets. */
const storable =
  ({ answersSecret, returns }: ServedContract) =>
  (answer: APIGatewayProxyResult): APIGatewayProxyResult | null => {
    if (answersSecret) return null;
    if (!returns || answer.isBase64Encoded || answer.headers?.['Content-Type'] !== 'application/json') return answer;
    return { ...answer, body: JSON.stringify(withoutSecrets(returns, JSON.parse(answer.body))) };
  };

const TOO_MANY = 429;

const report = (contract: ServedContract) => (request: Request) => {
  const { id, failurePage, challenge } = contract;
  const failed = asFailure(request.error);
  const status = statusOf(failed);
  if (status >= 500) {
    const { name, message, stack } = request.error ?? new Error('unknown');
    log().error(`${id} failed`, { error: { name, message, stack } });
  }
  const { headers } = request.internal;
  const asPage = failurePage && wantsPage(headers);
  const answer = asPage
    ? failureAsPage(failurePage(status, acceptedLocales(headers['accept-language'])), failed)
    : failureOf(contract, failed);
  request.response = { ...answer, headers: { ...answer.headers, ...challenge?.(failed) } };
};

/**
 * Whose an Idempotency-Key is: two owners with the same key never meet. A person's keys are apart from those of each
 * client that acts for the person, a recipient's belong to the link that opened the session. Without a session nobody
 * can be told from a stranger, so the key belongs to the network and to the whole request: its link and its body.
 */
const ownerOf = (caller: Caller | null, { ip }: Origin, request: string): string => {
  switch (caller?.kind) {
    case 'user':
      return `profile:${caller.profile_id}${caller.client ? `:${caller.client.id}` : ''}`;
    case 'signer':
      return `signer:${caller.envelope_id}:${caller.key_id}:${caller.session_id ?? ''}`;
    default:
      return `anyone:${sha256(`${networkOf(ip)}\n${request}`)}`;
  }
};
