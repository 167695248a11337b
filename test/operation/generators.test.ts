import { expect, test } from 'vitest';
import description from '../../openapi.json' with { type: 'json' };

/**
 * Shapes of which generators of clients make code that doesn't compile, or loses values. docs/generated-clients.md
 * names the generators.
 */
interface Shape {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  required?: string[];
  additionalProperties?: unknown;
}

const shapes: [path: string, Shape][] = [];
const collect = (value: unknown, path: string): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) shapes.push([path, value as Shape]);
  for (const [name, member] of Object.entries(value)) {
    if (!['example', 'examples', 'not', 'x-errors'].includes(name)) collect(member, `${path}/${name}`);
  }
};
collect(description, '#');

const where = (isWrong: (shape: Shape) => boolean): string[] =>
  shapes.filter(([, shape]) => isWrong(shape)).map(([path]) => path);

const choices = ({ anyOf, oneOf }: Shape): Shape[] => [anyOf ?? oneOf ?? []].flat();

const resolved = (shape: Shape): Shape =>
  shape.$ref ? (shapes.find(([path]) => path === shape.$ref)?.[1] ?? shape) : shape;

/** The type that C#, the strictest, has for an alternative; a record is one of its own. */
const nativeType = (shape: Shape): string => {
  const { type, additionalProperties } = resolved(shape);
  if (type === 'object' && typeof additionalProperties === 'object') return 'map';
  return type === 'object' ? (shape.$ref ?? JSON.stringify(shape)) : String(type);
};

test('null among several alternatives is an alternative of its own', () => {
  expect(where((shape) => choices(shape).some(({ type }) => Array.isArray(type)))).toEqual([]);
});

test('a record or a map that may be null has null as an alternative', () => {
  expect(where(({ type }) => Array.isArray(type) && type.includes('object'))).toEqual([]);
});

test('no two alternatives have the same type in a client', () => {
  const repeats = (shape: Shape) => {
    const types = choices(shape).map(nativeType);
    return new Set(types).size < types.length;
  };
  expect(where(repeats)).toEqual([]);
});

test('no alternative is a list beside its entry', () => {
  const isList = ({ type }: Shape) => type === 'array';
  expect(where((shape) => choices(shape).some(isList))).toEqual([]);
});

test('records among which a caller chooses are named, and by their names none comes before one with more members', () => {
  const alternatives = shapes.flatMap(([, { oneOf }]) => (oneOf ? [oneOf] : []));
  expect(alternatives.length).toBeGreaterThan(0);
  for (const oneOf of alternatives) {
    const required = oneOf
      .toSorted((a, b) => ((a.$ref ?? '') < (b.$ref ?? '') ? -1 : 1))
      .map((one) => [one.$ref, new Set(resolved(one).required)] as const);
    required.forEach(([name, members], at) => {
      expect(name).toBeDefined();
      for (const [later, others] of required.slice(at + 1)) {
        expect(members.isSubsetOf(others), `${name} before ${later}`).toBe(false);
      }
    });
  }
});

test('lists of values are texts, or null', () => {
  const isOther = (value: unknown) => typeof value !== 'string' && value !== null;
  expect(where((shape) => Array.isArray(shape.enum) && shape.enum.some(isOther))).toEqual([]);
  expect(where((shape) => typeof shape.const === 'boolean')).toEqual([]);
});

test('bytes are known by the format `binary`', () => {
  const isText = (type: string) => /^(text\/|application\/(\w+\+)?json)/.test(type);
  const bodies = shapes.flatMap(([path, shape]) =>
    Object.entries((shape as { content?: Record<string, { schema: Shape }> }).content ?? {})
      .filter(([type, media]) => !isText(type) && type !== 'multipart/form-data' && 'schema' in media)
      .map(([type, { schema }]) => [`${path} ${type}`, schema] as const),
  );
  expect(bodies.length).toBeGreaterThan(5);
  for (const [path, schema] of bodies) expect(schema, path).toEqual({ type: 'string', format: 'binary' });
});

test('names of operations and records differ by more than their case', () => {
  const operations = shapes.flatMap(([, shape]) => (shape as { operationId?: string }).operationId ?? []);
  for (const names of [operations, Object.keys(description.components.schemas)]) {
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});
