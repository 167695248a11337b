import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import { fail, invalid } from '../base/errors.ts';
import type { Contract } from './contract.ts';
import { explain } from './explain.ts';
import { type Ignored, ignoredIn } from './ignored.ts';
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
  contract: Contract,
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
  notice: (ignored: Ignored[]) => void,
): Promise<Parsed> => {
  const path = check(contract.path, pathVariables(splitRoute(contract.route).path, event.pathParameters ?? {}));
  const texts = readTexts(contract.query, queryTexts(event));
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
  const query = check(contract.query, texts);
  return { path, query, body: check(contract.body, body), files };
};

/** The request's body as bytes. */
export const bodyBytes = (event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** Parses `value` by `schema`. Throws `invalid` for the first fault. */
export const check = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return value;
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return result.data;
  return fail('invalid', { detail: describe(result.error) });
};

const describe = (error: z.ZodError): string => {
  const [issue] = error.issues;
  if (!issue) return 'The request is not valid.';
  const { path, message } = closest(issue);
  return `${path.map(String).join('.') || 'request body'}: ${message}`;
};

type Issue = z.core.$ZodIssue;

/** The fault of the first alternative that isn't just "nothing". */
const closest = (issue: Issue): Pick<Issue, 'path' | 'message'> => {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find((one) => !meansNothing(one));
  if (!inner) return issue;
  const { path, message } = closest(inner);
  return { path: [...issue.path, ...path], message };
};

const meansNothing = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  ((issue.code === 'invalid_value' && issue.values.every((value) => value === '')) ||
    (issue.code === 'invalid_type' && issue.expected === 'null'));

const readBody = async (
  contract: Contract,
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
): Promise<{ body: unknown; files: UploadedFile[]; unknownFiles?: string[] }> => {
  const type = headers['content-type'] ?? '';
  const { multipart } = contract;
  if (multipart && /^multipart\/form-data/i.test(type)) {
    const { texts, files } = await multipart.read(bodyBytes(event), type);
    const isTaken = ({ field }: UploadedFile) => multipart.names.includes(field);
    const unknownFiles = files.filter((file) => !isTaken(file)).map(({ field }) => field);
    return { body: readTexts(contract.body, texts), files: files.filter(isTaken), unknownFiles };
  }
  const text = bodyBytes(event).toString('utf8');
  if (!contract.body) {
    // A broken body is always a mistake, so an operation without a body refuses it too.
    const given =
      /^application\/json/i.test(type) && text.trim() !== '' ? readJsonOrFail(contract, text, type) : undefined;
    return { body: given, files: [] };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { body: readTexts(contract.body, Object.fromEntries(new URLSearchParams(text))), files: [] };
  }
  return { body: text.trim() === '' ? {} : readJsonOrFail(contract, text, type), files: [] };
};

const readJsonOrFail = ({ multipart }: Contract, text: string, type: string): unknown => {
  try {
    return readJson(text);
  } catch (error) {
    // Another media type isn't broken JSON: its sender has to learn that it isn't taken.
    const named = type.split(';')[0]?.trim() ?? '';
    if (named !== '' && !/^(application|text)\/([\w.-]+\+)?json$|^text\/plain$/i.test(named)) {
      const forms = multipart ? ' or multipart/form-data' : '';
      return invalid('Content-Type', `must be application/json${forms}`);
    }
    return fail('malformed_json', { reason: error instanceof LoneSurrogate ? error.message : jsonFault(text) });
  }
};

/** Half of a pair of UTF-16 units. */
class LoneSurrogate extends Error {
  constructor() {
    super('an escape like \\ud83d is half of a character, and its other half is missing');
  }
}

const queryTexts = (event: APIGatewayProxyEvent): Record<string, string | string[]> => {
  const texts: Record<string, string | string[]> = {};
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (!values) continue;
    const plain = name.replace(/\[\d*\]$/, '');
    const all = [...[texts[plain] ?? []].flat(), ...values];
    texts[plain] = all.length === 1 && plain === name ? (all[0] as string) : all;
  }
  return texts;
};

/**
 * Reads the texts of queries and forms. A text that its field doesn't accept is read as JSON (`true`, `20`, `[{…}]`), a
 * single value becomes a list if its field is one, and an empty text counts as absent.
 */
const readTexts = (
  schema: z.ZodType | undefined,
  texts: Record<string, string | string[]>,
): Record<string, unknown> => {
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    const field = shape[name];
    const value = field ? readText(field, text) : text;
    if (value !== undefined) values[name] = value;
  }
  return values;
};

const readText = (field: z.ZodType, text: string | string[]): unknown => {
  const { success, error } = field.safeParse(text);
  if (success) return text;
  if (text === '') return undefined;
  const parsed = typeof text === 'string' ? asJson(text) : text.map(asJson);
  const readings = [parsed, [text].flat(), [parsed].flat()];
  const fitting = readings.find((reading) => field.safeParse(reading).success);
  if (fitting !== undefined) return fitting;
  // A number beyond its bounds is refused for that, not for being a text; an entry of a list for what it is.
  const [issue] = error.issues;
  if (issue?.code !== 'invalid_type') return text;
  if (issue.expected === 'array') return [text].flat();
  return issue.expected === 'number' && typeof parsed === 'number' ? parsed : text;
};

/** Half of a surrogate pair is no character: it can neither be stored unchanged nor hashed (RFC 7493, 2.1). */
const readJson = (text: string): unknown =>
  /\\ud[89a-f]/i.test(text) ? JSON.parse(text, demandWellFormed) : JSON.parse(text);

const demandWellFormed = (key: string, value: unknown): unknown => {
  if (key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value;
  throw new LoneSurrogate();
};

const asJson = (text: string): unknown => {
  try {
    return readJson(text);
  } catch {
    return text;
  }
};
