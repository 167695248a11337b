import * as z from 'zod';

/**
 * Secret members of requests and answers. Their schema marks them. The answer that is stored for a repeated
 * Idempotency-Key leaves them out (`idempotency.ts`), and so does the event of administration
 * (`lib/people/administration`).
 */
const secrets = z.registry<{ kept: (secret: string) => string | undefined }>();

/**
 * Marks a member of a request as a secret, or one of an answer that authorized callers can read again. A stored answer
 * leaves it out, or holds the result of `kept`. For a secret that is shown only once the contract sets `answersSecret`,
 * and nothing is stored.
 */
export const secretMember = <S extends z.ZodType>(
  schema: S,
  kept: (secret: string) => string | undefined = () => undefined,
): S => {
  secrets.add(schema, { kept });
  return schema;
};

/** Inner schemas of a schema, for each kind of schema. */
interface Inside {
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  valueType?: z.ZodType;
}

/** Removes the secrets from `value`, an answer by `schema`, so that it may be stored. */
export const withoutSecrets = (schema: z.ZodType, value: unknown): unknown => {
  const secret = secrets.get(schema);
  if (secret) return typeof value === 'string' ? secret.kept(value) : value;
  const def = schema.def as Inside;
  if (def.options) return def.options.reduce<unknown>((left, one) => withoutSecrets(one, left), value);
  const inner = def.innerType ?? def.out;
  if (inner) return withoutSecrets(inner, value);
  if (Array.isArray(value)) {
    const { element } = def;
    return element ? value.map((one) => withoutSecrets(element, one)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const member = def.shape?.[name] ?? def.valueType;
      return [name, member ? withoutSecrets(member, one) : one];
    }),
  );
};

/** True if `withoutSecrets` could find anything to remove by this schema. */
export const hasSecretMembers = (schema: z.ZodType, seen = new Set<z.ZodType>()): boolean => {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { options = [], innerType, out, element, shape = {}, valueType } = schema.def as Inside;
  const inside = [...options, innerType, out, element, ...Object.values(shape), valueType];
  return isSecretMember(schema) || inside.some((one) => one !== undefined && hasSecretMembers(one, seen));
};

/** True if the schema is marked as a secret. */
export const isSecretMember = (schema: z.ZodType): boolean => secrets.get(schema) !== undefined;

/**
 * Members of a request's body that its schema knows and that hold no secret, by name: what a log may say of the
 * request. A member with a secret anywhere inside is left out as a whole.
 */
export const openMembers = (schema: z.ZodType | undefined, body: unknown): Record<string, unknown> => {
  if (!schema || typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const shapes = shapesOf(schema);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const members = shapes.flatMap((shape) => shape[name] ?? []);
      return members.length > 0 && !members.some((member) => hasSecretMembers(member));
    }),
  );
};

const shapesOf = (schema: z.ZodType): Record<string, z.ZodType>[] => {
  const { options = [], innerType, out, shape } = schema.def as Inside;
  const inside = [...options, ...[innerType, out].filter((one) => one !== undefined)];
  return [...(shape ? [shape] : []), ...inside.flatMap(shapesOf)];
};
