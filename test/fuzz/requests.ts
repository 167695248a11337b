import fc from 'fast-check';
import { fitting, type JsonSchema, oddTexts } from './json-schema.ts';

interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  schema?: JsonSchema;
}

/** One operation, as the API's description states it. */
export interface DescribedOperation {
  method: string;
  path: string;
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { $ref?: string; content?: Record<string, MediaType>; headers?: object }>;
  security?: Record<string, string[]>[];
}

/** One request; `path` and `query` values are plain, not encoded. */
export interface FuzzRequest {
  path: Record<string, string>;
  query: [string, string][];
  type: string | undefined;
  body: string | undefined;
  /** Sent as a multipart form, in the place of `body`. */
  form: Record<string, string | Uint8Array<ArrayBuffer>> | undefined;
}

const anyText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ maxLength: 60, unit: 'binary' }));
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constantFrom(null, true, [], {}, [[]]),
);

/** Requests for `operation`: valid, nearly valid, and nonsense. `known` gives real ids for the path's variables. */
export const requestsFor = (
  operation: DescribedOperation,
  known: Record<string, string>,
  resolve: (ref: string) => JsonSchema,
): fc.Arbitrary<FuzzRequest> => {
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
  const media = operation.requestBody?.content['application/json'];
  const form = operation.requestBody?.content['multipart/form-data'];
  return fc
    .record({
      form: form ? fc.oneof(fc.constant(undefined), formOf(form, media, resolve)) : fc.constant(undefined),
      path: pathOf(parameters, known, resolve),
      query: queryOf(parameters, resolve),
      body: media
        ? bodyOf(media, resolve)
        : fc.constantFrom(undefined, ...(operation.method === 'GET' ? [] : ['{}', 'x'])),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES) },
      ),
    })
    .map(({ body, type, ...rest }) => ({ ...rest, body, type: body === undefined ? undefined : type }));
};

const ODD_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
];

const pathOf = (
  parameters: Parameter[],
  known: Record<string, string>,
  resolve: (ref: string) => JsonSchema,
): fc.Arbitrary<Record<string, string>> => {
  // An empty segment or a dot would be another path, which clients and servers fold.
  const odd = anyText.filter((text) => !/^\.{0,2}$/.test(text) && text.length < 1000);
  const own = ({ name, schema = {} }: Parameter) =>
    known[name] === undefined ? fitting(schema, resolve).map(String) : fc.constant(known[name]);
  const value = (parameter: Parameter) =>
    fc.oneof(
      { weight: 4, arbitrary: own(parameter).filter((text) => !/^\.{0,2}$/.test(text)) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: odd },
    );
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc.record(Object.fromEntries(inPath.map((one) => [one.name, value(one)])), { noNullPrototype: true });
};

const queryOf = (parameters: Parameter[], resolve: (ref: string) => JsonSchema): fc.Arbitrary<[string, string][]> => {
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const one = ({ name, schema = {} }: Parameter) =>
    fc.oneof(
      { weight: 4, arbitrary: fitting(schema, resolve).map((value): [string, string][] => [[name, asText(value)]]) },
      { weight: 4, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 1, arbitrary: anyText.map((text): [string, string][] => [[name, text.slice(0, 1000)]]) },
      {
        weight: 1,
        arbitrary: fc.constant<[string, string][]>([
          [`${name}[]`, 'a'],
          [`${name}[]`, 'b'],
        ]),
      },
    );
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc.tuple(...inQuery.map(one)).map((lists) => lists.flat());
};

const bodyOf = ({ schema = {}, example }: MediaType, resolve: (ref: string) => JsonSchema) => {
  const sample = (example ?? {}) as Record<string, unknown>;
  const fields = Object.keys({ ...target(schema, resolve).properties, ...sample });
  const asJson = (value: unknown) => JSON.stringify(value) ?? 'null';
  const changed = fc
    .tuple(fc.constantFrom(...fields, 'not_known'), anyValue)
    .map(([field, value]) => asJson({ ...sample, [field]: value }));
  const without = fc.constantFrom(...fields, 'not_known').map((field) => asJson({ ...sample, [field]: undefined }));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(asJson(sample)) },
    { weight: 5, arbitrary: fitting(schema, resolve).map((value) => asJson(mixed(sample, value))) },
    { weight: 4, arbitrary: changed },
    { weight: 2, arbitrary: without },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', '"\\ud800"', '{"a":'.repeat(2000), '\u0000') },
  );
};

const FILES = [
  Buffer.alloc(0),
  Buffer.from('%PDF-1.7\n%%EOF'),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
];

/** The form's texts are the JSON body's fields; its files are broken ones, or no picture and no document at all. */
const formOf = (form: MediaType, media: MediaType | undefined, resolve: (ref: string) => JsonSchema) => {
  const sample = (media?.example ?? {}) as Record<string, unknown>;
  const texts = Object.entries(sample).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const files = Object.entries(target(form.schema ?? {}, resolve).properties ?? {})
    .filter(([, { format, items }]) => format === 'binary' || items?.format === 'binary')
    .map(([name]) => name);
  const bytes = fc
    .oneof(fc.constantFrom(...FILES), fc.uint8Array({ maxLength: 200 }))
    .map((one) => Uint8Array.from(one));
  return fc
    .tuple(fc.dictionary(fc.constantFrom('file', 'name', ...files), bytes, { maxKeys: 3, noNullPrototype: true }))
    .map(([parts]) => ({ ...Object.fromEntries(texts), ...parts }));
};

const target = (schema: JsonSchema, resolve: (ref: string) => JsonSchema): JsonSchema =>
  schema.$ref ? target(resolve(schema.$ref), resolve) : schema;

/** Values of the schema in a working example get further than values of the schema alone. */
const mixed = (sample: Record<string, unknown>, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...sample, ...value } : value;
