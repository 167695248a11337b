import { splitRoute } from '../route.ts';
import type { Json } from './shown.ts';
import type { Tool } from './tools.ts';

/** The API's description (OpenAPI 3.1), of which tools are made: the contracts' own schemas, as JSON Schema. */
export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { in?: string; name?: string; required?: boolean; schema?: JsonSchema; description?: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export type JsonSchema = { [name: string]: Json | JsonSchema | JsonSchema[] };

/** A tool's operation with all that a call needs. */
export interface Described {
  method: string;
  path: string;
  description: string;
  /** The scope that an application needs for it. */
  scope: string;
  /** Arguments by their place in the request. */
  places: { path: readonly string[]; query: readonly string[]; body: readonly string[] };
  required: readonly string[];
  inputSchema: { type: 'object'; properties: Record<string, JsonSchema>; [name: string]: unknown };
}

/** The argument of each writing tool by which a repeated call is recognized. */
export const KEY_ARGUMENT = 'idempotency_key';

const KEY_SCHEMA: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description:
    'A text of your own, new for each new intention. Repeat a call that failed or timed out with the same one: it is carried out once.',
};

/** Describes a tool by its operation in the API's description. Throws if there is no such operation. */
export const describeTool = (tool: Tool, { paths, components }: Description): Described => {
  const [route, operation] = operationOf(tool.operation, paths);
  const { method, path } = splitRoute(route);
  const hidden = [...Object.keys(tool.fixed ?? {}), ...(tool.without ?? [])];
  const parameters = (operation.parameters ?? []).filter(({ name }) => name && !hidden.includes(name));
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const body = resolved(operation.requestBody?.content['application/json']?.schema ?? {}, components.schemas);
  const members = Object.entries((body.properties ?? {}) as Record<string, JsonSchema>).filter(
    ([name]) => !hidden.includes(name),
  );
  const isWrite = method !== 'GET';
  const properties = {
    ...Object.fromEntries(
      [...inPlace('path'), ...inPlace('query')].map(({ name = '', schema = {} }) => [
        name,
        plainer(schema) as JsonSchema,
      ]),
    ),
    ...Object.fromEntries(members.map(([name, schema]) => [name, plainer(schema) as JsonSchema])),
    ...(isWrite ? { [KEY_ARGUMENT]: KEY_SCHEMA } : {}),
  };
  const required = [
    ...parameters.flatMap((one) => (one.required && one.name ? [one.name] : [])),
    ...members.flatMap(([name]) => (((body.required as Json[] | undefined) ?? []).includes(name) ? [name] : [])),
    ...(isWrite ? [KEY_ARGUMENT] : []),
  ];
  return {
    method,
    path,
    description: [`${operation.summary}.`, operation.description, tool.description].filter(Boolean).join('\n\n'),
    scope: operation.security.find(({ oauth2 }) => oauth2)?.oauth2?.[0] ?? '',
    places: {
      path: inPlace('path').map(({ name = '' }) => name),
      query: inPlace('query').map(({ name = '' }) => name),
      body: members.map(([name]) => name),
    },
    required,
    inputSchema: {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      ...definitionsFor(properties, components.schemas),
    },
  };
};

const operationOf = (id: string, paths: Description['paths']): [route: string, DescribedOperation] => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return [`${method.toUpperCase()} ${path}`, operation];
    }
  }
  throw new Error(`The description has no operation ${id}`);
};

const REFERENCE = '#/components/schemas/';

const resolved = (schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.slice(REFERENCE.length)] ?? {}) : schema;

/**
 * A schema without the alternatives that mean the same as leaving a member out: `""` and null. Clients that echo
 * records back need them; for a model they are noise. References lead to the tool's own definitions.
 */
const plainer = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(plainer);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonSchema;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === '$ref' ? localReference(value) : plainer(value)]),
  );
  if (Array.isArray(own.type)) own.type = own.type.find((type) => type !== 'null');
  if (!Array.isArray(anyOf)) return own;
  const left = (anyOf as JsonSchema[]).filter((one) => one.const !== '' && one.type !== 'null').map(plainer);
  return left.length === 1 ? { ...(left[0] as object), ...own } : { ...own, anyOf: left };
};

const localReference = (reference: unknown): string => String(reference).replace(REFERENCE, '#/$defs/');

/** The definitions that a schema refers to, and those that these refer to. */
const definitionsFor = (schema: unknown, schemas: Record<string, JsonSchema>): { $defs?: Record<string, unknown> } => {
  const definitions: Record<string, unknown> = {};
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (definitions[name]) continue;
      definitions[name] = plainer(schemas[name] ?? {});
      follow(definitions[name]);
    }
  };
  follow(schema);
  return Object.keys(definitions).length > 0 ? { $defs: definitions } : {};
};
