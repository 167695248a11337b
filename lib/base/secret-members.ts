import * as z from 'zod';

/**
 * Secret members of answers. Their schema marks them, and the answer that is stored for a repeated Idempotency-Key
 * leaves them out (`idempotency.ts`).
 */
const secrets = z.registry<{ kept: (secret: string) => string | undefined }>();

/**
 * Marks a member of an answer as a secret that authorized callers can read again. A stored answer leaves it out, or
 * holds the result of `kept`. For a secret that is shown only once the contract sets `answersSecret`, and nothing is
 * stored.
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
  return secrets.has(schema) || inside.some((one) => one !== undefined && hasSecretMembers(one, seen));
};

/** True if the schema is marked as a secret. */
export const isSecretMember = (schema: z.ZodType): boolean => secrets.has(schema);
