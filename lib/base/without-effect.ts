import * as z from 'zod';

/** Says why an accepted value has no effect, to follow the field's name (`must be …`); undefined if it has one. */
type Reason = (value: unknown) => string | undefined;

const reasons = z.registry<{ reason: Reason }>();

/**
 * Marks a schema that accepts values without effect, because existing clients send them. Answers name the fields that
 * have such a value, and who asks for strict handling gets `reason` as a refusal.
 */
export const mayLackEffect = <T extends z.ZodType>(schema: T, reason: Reason): T => {
  reasons.add(schema, { reason });
  return schema;
};

/** The reason for which `value` has no effect by its schema; undefined if it has one. */
export const lackOfEffect = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  reasons.get(schema as z.ZodType)?.reason(value);
