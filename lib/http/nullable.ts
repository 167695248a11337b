interface Shape {
  type?: unknown;
  enum?: unknown[];
  const?: unknown;
  [name: string]: unknown;
}

/**
 * Rewrites "this or null" at any depth: generators of clients read `type: ["string", "null"]`, and stumble over an alternative
 * that is nothing but null. The empty text, which many fields take for null, is no alternative of its own either.
 */
export const withoutNullAlternatives = <T>(document: T): T => rewritten(document) as T;

const rewritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Shape = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewritten(member)]));
  const { anyOf, ...rest } = copy;
  return Array.isArray(anyOf) ? { ...rest, ...alternatives(anyOf) } : copy;
};

const alternatives = (given: readonly Shape[]): Shape => {
  const all = given.flatMap((one) =>
    Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? (one.anyOf as Shape[]) : [one],
  );
  const typed = all.filter((one) => !isNull(one) && !isEmptyText(one));
  const kept = typed.length > 0 ? typed : all.filter((one) => !isNull(one));
  const last = kept.findLast(({ type }) => typeof type === 'string');
  if (!all.some(isNull)) return kept.length === 1 && kept[0] ? kept[0] : { anyOf: kept };
  if (!last) return { anyOf: [...kept, { type: 'null' }] };
  const [only] = kept;
  return kept.length === 1 && only ? orNull(only) : { anyOf: kept.map((one) => (one === last ? orNull(one) : one)) };
};

const isNull = ({ type }: Shape): boolean => type === 'null';

const isEmptyText = (one: Shape): boolean => one.const === '';

const orNull = ({ type, const: constant, enum: values, ...rest }: Shape): Shape => ({
  ...rest,
  type: [type, 'null'],
  ...(values ? { enum: [...values, null] } : {}),
  ...(constant === undefined ? {} : { enum: [constant, null] }),
});
