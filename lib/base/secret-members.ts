import * as z from 'zod';

/**
 * Members of answers that open something to whoever reads them. The schema of the answer says so itself: wherever it is
 * used, what is stored for a repeated Idempotency-Key doesn't hold them (`idempotency.ts`).
 */
const secrets = z.registry<{ kept: (secret: string) => string | undefined }>();

/**
 * Marks the member of an answer as a secret that can be read again, by who may. A stored answer leaves it out, or holds what
 * `kept` makes of it. Secrets that are shown only once are the contract's to name (`answersSecret`): then nothing is stored.
 */
export const secretMember = <S extends z.ZodType>(
  schema: S,
  kept: (secret: string) => string | undefined = () => undefined,
): S => {
  secrets.add(schema, { kept });
  return schema;
};

/** What stands inside of a schema, by the kinds that there are. */
interface Inside {
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  valueType?: z.ZodType;
}

/** `value`, an answer by `schema`, as it may be stored. */
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

/** True for a schema that is marked. */
export const isSecretMember = (schema: z.ZodType): boolean => secrets.has(schema);
