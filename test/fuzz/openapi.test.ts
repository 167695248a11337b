import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import description from '../../openapi.json' with { type: 'json' };
import { type Api, startApi } from '../api.ts';
import { makeWorld, type World } from '../world.ts';
import type { JsonSchema } from './json-schema.ts';
import { type DescribedOperation, type FuzzRequest, requestsFor } from './requests.ts';

/** Requests for each operation: more with FUZZ_RUNS, others with FUZZ_SEED. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 3);
const seed = Number(process.env.FUZZ_SEED ?? 20261121);

let api: Api;
let world: World;

beforeAll(async () => {
  api = await startApi();
  world = await makeWorld(api);
});

afterAll(() => api.stop());

const ajv = new Ajv2020({ strict: false, allErrors: false });
formats.default(ajv);
ajv.addSchema({ ...description, $id: 'openapi' });

const at = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );

const resolve = (ref: string): JsonSchema => at(ref.slice(1)) as JsonSchema;

const operations: DescribedOperation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...(operation as unknown as DescribedOperation),
    method: method.toUpperCase(),
    path,
  })),
);

/** The fault of an answer by the API's own description; undefined if there is none. */
const faultOf = (operation: DescribedOperation, answer: Awaited<ReturnType<Api['request']>>): string | undefined => {
  const { status, body, headers } = answer;
  if (status >= 500) return `answered ${status}`;
  const pointer = `/paths/${operation.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses/${status}`;
  let response = at(pointer) as DescribedOperation['responses'][string] | undefined;
  if (!response) return `answered ${status}, which is not described`;
  const ref = response.$ref;
  if (ref) response = resolve(ref) as typeof response;
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const described = response.content?.[type];
  if (Object.keys(response.content ?? {}).length > 0 && !described) return `answered ${status} as ${type}`;
  if (type === 'application/json' && described?.schema) {
    const encode = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
    const where = `openapi#${encodeURI(ref ? ref.slice(1) : pointer)}/content/${encode(type)}/schema`;
    const validate = ajv.getSchema(where) ?? ajv.compile({ $ref: where });
    if (!validate(body)) return `answered ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
  }
  if (!headers.get('x-request-id')) return 'answered without a request id';
  if (status < 400) return undefined;
  return type === 'application/scim+json' ? scimFault(status, body, headers) : errorFault(body, headers);
};

/** SCIM has errors of its own form (RFC 7644 3.12). */
const scimFault = (answered: number, body: unknown, headers: Headers): string | undefined => {
  const { status, detail, ...more } = body as Record<string, unknown>;
  if (status !== String(answered)) return `states another status: ${status}`;
  return errorFault({ status: 'ERROR', error: detail }, headers) ?? (more.schemas ? undefined : 'no schemas');
};

const errorFault = (body: unknown, headers: Headers): string | undefined => {
  const { status, error, ...more } = body as Record<string, unknown>;
  if (status !== 'ERROR' || typeof error !== 'string' || error === '') return `not in the envelope: ${body}`;
  if (Object.keys(more).some((key) => key !== 'mfa_token')) return `more than the envelope: ${Object.keys(more)}`;
  if (/\bat .+:\d+:\d+|node_modules|DynamoDB|TypeError|ZodError/.test(error)) return `tells of the inside: ${error}`;
  return headers.get('x-error-code') ? undefined : 'an error without its code';
};

const send = (operation: DescribedOperation, { path, query, body, type, form }: FuzzRequest) => {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one));
  const session = schemes.includes('user') ? { token: world.owner.token } : { signer: world.signer };
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const headers = type === undefined || form ? undefined : { 'content-type': type };
  const say = form ? { form: formData(form) } : { body, headers };
  return api.request(operation.method, `${filled}${search}`, schemes.length > 0 ? session : {}, say);
};

const formData = (parts: NonNullable<FuzzRequest['form']>): FormData => {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([part]), `${name}.pdf`);
  }
  return form;
};

const knownIds = ({ path }: DescribedOperation): Record<string, string> =>
  world.ids.find(({ under }) => path.startsWith(under))?.values ?? {};

/** A request may have ended the session, or the organization: the next operation needs one that lives. */
const renewWorld = async (): Promise<void> => {
  const { status } = await api.as(world.owner).getTemplate({ path: knownIds({ path: '/v2/templates' } as never) });
  if (status !== 200) world = await makeWorld(api);
};

describe('every operation answers any request as described, and never with a 5xx status', () => {
  test.each(operations)('$operationId', async (operation) => {
    await renewWorld();
    const requests = requestsFor(operation, knownIds(operation), resolve);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(operation, request);
        expect(faultOf(operation, answer)).toBeUndefined();
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
});
