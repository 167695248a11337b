import fc from 'fast-check';

/** The parts of JSON Schema (2020-12) that the description of the API uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

/** Texts that programs trip over: of other scripts, of other languages' syntax, too long, with control characters. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\u001b[31m',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '<%= 7*7 %>',
  '<script>alert(1)</script>',
  "'; DROP TABLE users; --",
  'null',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  'Zoë Ünïcode 🖋️ 签名 عقد',
  '\u202Efdp.exe',
  'a/b\\c?d#e&f=g',
  'ENVELOPE#1',
  '0001-01-01T00:00:00.000Z',
  '+999999-12-31T23:59:59.999Z',
  'x'.repeat(300),
  'ж'.repeat(30_000),
];

const LIMIT = 3;

/** Values that mostly fit `schema`; `resolve` finds what a `$ref` names. What is nested deeply is left out. */
export const fitting = (schema: JsonSchema, resolve: (ref: string) => JsonSchema, depth = 0): fc.Arbitrary<unknown> => {
  const inner = (one: JsonSchema) => fitting(one, resolve, depth + 1);
  if (schema.$ref) return fitting(resolve(schema.$ref), resolve, depth + 1);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts));
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => inner({ ...schema, type })));
  switch (types[0]) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: least(schema, -1000), max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: least(schema, -1000), max: schema.maximum ?? 1_000_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? LIMIT, LIMIT));
      return fc.array(inner(schema.items ?? {}), { minLength, maxLength });
    }
    case 'object':
      return record(schema, inner, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const least = ({ minimum, exclusiveMinimum }: JsonSchema, otherwise: number): number =>
  minimum ?? (exclusiveMinimum === undefined ? otherwise : exclusiveMinimum + 1);

const text = ({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((one) => one.slice(0, 500));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)), unit: 'binary' });
};

const record = (
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  inner: (one: JsonSchema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> => {
  const known = Object.entries(properties).filter(([name]) => depth < 6 || required.includes(name));
  const values = Object.fromEntries(known.map(([name, schema]) => [name, inner(schema)]));
  const plain = fc.record(values, { requiredKeys: required.filter((name) => name in values), noNullPrototype: true });
  if (typeof additionalProperties !== 'object' || depth >= 6) return plain;
  const others = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), inner(additionalProperties), { maxKeys: 2 });
  return fc.tuple(others, plain).map(([more, own]) => ({ ...more, ...(own as object) }));
};
