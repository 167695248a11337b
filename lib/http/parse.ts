import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import { fail } from '../base/errors.ts';
import type { Contract } from './contract.ts';
import { explain } from './explain.ts';
import { pathVariables, splitRoute } from './route.ts';

export interface Parsed {
  path: unknown;
  query: unknown;
  body: unknown;
  files: UploadedFile[];
}

/**
 * Checks the request's parameters, body and files against the contract. Throws `invalid`, which names the field and the
 * rule.
 */
export const parse = async (
  contract: Contract,
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
): Promise<Parsed> => {
  const path = check(contract.path, pathVariables(splitRoute(contract.route).path, event.pathParameters ?? {}));
  const query = check(contract.query, readTexts(contract.query, queryTexts(event)));
  const { body, files } = await readBody(contract, event, headers);
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
): Promise<{ body: unknown; files: UploadedFile[] }> => {
  const type = headers['content-type'] ?? '';
  const { multipart } = contract;
  if (multipart && /^multipart\/form-data/i.test(type)) {
    const { texts, files } = await multipart.read(bodyBytes(event), type);
    const accepted = files.filter((file) => multipart.names.includes(file.field));
    return { body: readTexts(contract.body, texts), files: accepted };
  }
  const text = bodyBytes(event).toString('utf8');
  if (!contract.body) {
    // A broken body is always a mistake, so an operation without a body refuses it too.
    if (/^application\/json/i.test(type) && text.trim() !== '') jsonOrFail(text);
    return { body: undefined, files: [] };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { body: readTexts(contract.body, Object.fromEntries(new URLSearchParams(text))), files: [] };
  }
  return { body: text.trim() === '' ? {} : jsonOrFail(text), files: [] };
};

const jsonOrFail = (text: string): unknown => {
  try {
    return readJson(text);
  } catch {
    return fail('malformed_json');
  }
};

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
  // A number beyond its bounds is refused for that, not for being a text.
  const [issue] = error.issues;
  return issue?.code === 'invalid_type' && issue.expected === 'number' && typeof parsed === 'number' ? parsed : text;
};

/** Half of a surrogate pair is no character: it can neither be stored unchanged nor hashed (RFC 7493, 2.1). */
const readJson = (text: string): unknown =>
  /\\ud[89a-f]/i.test(text) ? JSON.parse(text, demandWellFormed) : JSON.parse(text);

const demandWellFormed = (key: string, value: unknown): unknown => {
  if (key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value;
  throw new SyntaxError('lone surrogate');
};

const asJson = (text: string): unknown => {
  try {
    return readJson(text);
  } catch {
    return text;
  }
};
