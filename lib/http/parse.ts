import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import { checked } from '../base/checked.ts';
import { Failure, fail, invalid } from '../base/errors.ts';
import type { ServedContract } from './contract.ts';
import { type Ignored, ignoredIn } from './ignored.ts';
import { NO_NULL, readJson, textOf } from './json-body.ts';
import { jsonFault } from './json-fault.ts';
import { pathVariables, splitRoute } from './route.ts';

export interface Parsed {
  path: unknown;
  query: unknown;
  body: unknown;
  files: UploadedFile[];
}

/**
 * Checks the request's parameters, body and files against the contract. Throws `invalid`, which names the field and the
 * rule. `notice` gets the names and values that have no effect, before anything is checked that may be refused for the
 * lack of them.
 */
export const parse = async (
  contract: ServedContract,
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
  notice: (ignored: Ignored[]) => void,
): Promise<Parsed> => {
  const variables = pathVariables(splitRoute(contract.route).path, event.pathParameters ?? {});
  const path = check(contract.path, readTexts(contract.path, new Map(Object.entries(variables)), WHOLE));
  const texts = readTexts(contract.query, queryTexts(event), WHOLE);
  const { body, files, unknownFiles = [] } = await readBody(contract, event, headers);
  const names = contract.multipart?.names ?? [];
  notice([
    ...ignoredIn(contract.query, texts),
    ...ignoredIn(contract.body, body),
    ...unknownFiles.map((name) => ({
      path: [name],
      rule: `is no file that is taken here. Taken are ${names.join(', ')}`,
    })),
  ]);
  demandKnownAction(contract, body);
  const query = check(contract.query, texts);
  return { path, query, body: check(contract.body, body), files };
};

/**
 * Throws `invalid` for an action that a change doesn't know. Other unknown names have no effect, because clients send
 * whole records back; no record has an `action`, so whoever sends one expects something to happen.
 */
const demandKnownAction = ({ route, body: schema }: ServedContract, body: unknown): void => {
  const { method } = splitRoute(route);
  if (method !== 'PATCH' && method !== 'PUT') return;
  const { action } = (body ?? {}) as { action?: unknown };
  if (action === undefined || action === null || action === '') return;
  // With the whole body: of a union, it says which of the forms the action would belong to.
  if (ignoredIn(schema, body).some(({ path }) => path.join('.') === 'action'))
    invalid('action', 'no action can be asked for here');
};

/** The request's body as bytes. */
export const bodyBytes = (event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** Parses `value` by `schema`. Throws `invalid` for the first fault. */
export const check = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return value;
  const result = checked(schema, value);
  if ('data' in result) return result.data;
  const [{ path, rule }] = result.faults;
  return fail('invalid', { detail: `${path || 'request body'}: ${rule}` });
};

const readBody = async (
  contract: ServedContract,
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
): Promise<{ body: unknown; files: UploadedFile[]; unknownFiles?: string[] }> => {
  const type = headers['content-type'] ?? '';
  const { multipart } = contract;
  if (multipart && /^multipart\/form-data/i.test(type)) {
    const { texts, files } = await multipart.read(bodyBytes(event), type);
    const isTaken = ({ field }: UploadedFile) => multipart.names.includes(field);
    const unknownFiles = files.filter((file) => !isTaken(file)).map(({ field }) => field);
    return { body: readTexts(contract.body, gathered(texts)), files: files.filter(isTaken), unknownFiles };
  }
  const text = textOf(bodyBytes(event));
  const encoding = headers['content-encoding'];
  if (!contract.body) {
    // A broken body is always a mistake, so an operation without a body refuses it too.
    const given =
      /^application\/json/i.test(type) && text.trim() !== ''
        ? readJsonOrFail(contract, text, type, encoding)
        : undefined;
    return { body: given, files: [] };
  }
  // `curl -d` sends JSON as a form unless its caller says otherwise. No form begins with a brace.
  if (/^application\/x-www-form-urlencoded/i.test(type) && !/^\s*[{[]/.test(text)) {
    return { body: readTexts(contract.body, gathered(new URLSearchParams(text))), files: [] };
  }
  return { body: text.trim() === '' ? {} : readJsonOrFail(contract, text, type, encoding), files: [] };
};

const readJsonOrFail = ({ multipart }: ServedContract, text: string, type: string, encoding = ''): unknown => {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'malformed_json') throw error;
    // Another media type and a compressed body aren't broken JSON: their sender has to learn that they aren't taken.
    const named = type.split(';')[0]?.trim() ?? '';
    if (
      named !== '' &&
      !/^(application|text)\/([\w.-]+\+)?json$|^text\/plain$|^\*\/\*$|^application\/x-www-form-urlencoded$/i.test(named)
    ) {
      const forms = multipart ? ' or multipart/form-data' : '';
      return invalid('Content-Type', `must be application/json${forms}`);
    }
    if (!/^(identity)?$/i.test(encoding))
      return invalid('Content-Encoding', 'must be left out: bodies are not compressed');
    throw error;
  }
};

const queryTexts = (event: APIGatewayProxyEvent): Texts =>
  gathered(
    Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    ),
  );

/** Texts of a query or a form by their names; several of one name, and those of `name[]`, are a list. */
type Texts = ReadonlyMap<string, string | string[]>;

const gathered = (pairs: Iterable<readonly [name: string, text: string]>): Texts => {
  const texts = new Map<string, string | string[]>();
  for (const [name, text] of pairs) {
    const plain = name.replace(/\[\d*\]$/, '');
    const before = texts.get(plain);
    texts.set(plain, before === undefined && plain === name ? text : [...[before ?? []].flat(), text]);
  }
  return texts;
};

/** The one spelling of a number: digits. Paths and queries have whole ones, forms also places on a page. */
const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Reads the texts of paths, queries and forms. A text that its field doesn't accept is read as JSON (`true`, `20`,
 * `[{…}]`), a single value becomes a list if its field is one, and an empty text counts as absent. Numbers are spelt as
 * `number` says.
 */
const readTexts = (schema: z.ZodType | undefined, texts: Texts, number = DECIMAL): Record<string, unknown> => {
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  const values = new Map<string, unknown>();
  for (const [name, text] of texts) {
    if ([text].flat().some((one) => one.includes('\0'))) invalid(name, NO_NULL);
    const value = Object.hasOwn(shape, name) ? readText(name, shape[name] as z.ZodType, text, number) : text;
    if (value !== undefined) values.set(name, value);
  }
  // Unlike an assignment, this makes a member of every name, also of `__proto__`.
  return Object.fromEntries(values);
};

const readText = (name: string, field: z.ZodType, text: string | string[], number: RegExp): unknown => {
  const { success, error } = field.safeParse(text);
  if (success) return text;
  if (text === '') return undefined;
  const parsed = typeof text === 'string' ? asJson(text, number) : text.map((one) => asJson(one, number));
  const readings = [parsed, [text].flat(), [parsed].flat()];
  const fitting = readings.find((reading) => field.safeParse(reading).success);
  if (fitting !== undefined) return fitting;
  if (Array.isArray(text) && text.length > 1 && !isList(field)) return invalid(name, 'must be given once');
  // Structures are refused for the fault within, not for being a text.
  const structure = [parsed].flat().find((one) => typeof one === 'object' && one !== null);
  if (structure !== undefined) return isList(field) ? [parsed].flat() : parsed;
  const broken = [text].flat().find((one) => /^\s*[{[]/.test(one));
  if (broken !== undefined) return invalid(name, `is not valid JSON: ${jsonFault(broken)}`);
  // A number beyond its bounds is refused for that, not for being a text; an entry of a list for what it is.
  const [issue] = error.issues;
  if (issue?.code !== 'invalid_type') return text;
  if (issue.expected === 'array') return [text].flat();
  return issue.expected === 'number' && typeof parsed === 'number' ? parsed : text;
};

/** True if a schema takes lists: it refuses the empty one for its length at most. */
const isList = (field: z.ZodType): boolean => {
  const { success, error } = field.safeParse([]);
  return success || ['too_small', 'too_big', 'custom'].includes(error.issues[0]?.code ?? '');
};

const asJson = (text: string, number: RegExp): unknown => {
  try {
    if (typeof JSON.parse(text) === 'number' && !number.test(text)) return text;
  } catch {
    return text;
  }
  return readJson(text);
};
