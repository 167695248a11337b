import { type ScimPatchOperation, scimPatch } from 'scim-patch';
import * as z from 'zod';
import { invalid } from '../../base/errors.ts';
import { check } from '../parse.ts';
import type { Resource } from './resources.ts';
import { PATCH } from './schemas.ts';

/** The most operations of one request. */
const MAX_OPERATIONS = 1000;

const PatchBody = z.looseObject({
  schemas: z.array(z.string()).refine((names) => names.includes(PATCH), `must hold ${PATCH}`),
  Operations: z
    .array(
      z.looseObject({
        op: z.string().refine((op) => /^(add|remove|replace)$/i.test(op), 'must be add, remove or replace'),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

/** The most values in the lists of one request: adding one compares it with all that are there. */
const MAX_VALUES = 2000;

/** Number of values in an operation's lists: the value itself, or the lists in it. */
const countValues = (value: unknown): number =>
  Array.isArray(value)
    ? value.length
    : Object.values(Object(value)).reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : 0), 0);

/** Names that would reach beyond the resource: no attribute is called like this. */
const BEYOND = /__proto__|prototype|constructor/;

/**
 * The resource after the operations of a PATCH (RFC 7644 3.5.2); it itself stays as it was. Members of groups are
 * removed by a list of values, too, as Entra ID does. Throws `invalid`.
 */
export const patched = (resource: Resource, body: unknown): Record<string, unknown> => {
  const { Operations } = check(PatchBody, body) as z.output<typeof PatchBody>;
  if (Operations.reduce((sum, { value }) => sum + countValues(value), 0) > MAX_VALUES)
    return invalid('Operations', `must hold at most ${MAX_VALUES} values in all: send the others in another request`);
  if (BEYOND.test(JSON.stringify(Operations))) return invalid('Operations', 'must name attributes of the schema');
  const operations = Operations.flatMap(({ op, path, value }, at) => {
    const name = op.toLowerCase();
    if (name === 'remove' && !path) return invalid(`Operations.${at}.path`, 'must be stated, to remove something');
    if (name !== 'remove' && value === undefined) return invalid(`Operations.${at}.value`, 'must be stated');
    // Attributes are the same in either case (RFC 7643 2.1).
    const known = Object.keys(resource).find((one) => path && one.toLowerCase() === path.toLowerCase());
    const target = known ?? path;
    if (name === 'remove' && target === 'members' && value !== undefined) return removals(value);
    return [{ op: name, ...(target ? { path: target } : {}), ...(value === undefined ? {} : { value }) }];
  });
  try {
    return scimPatch(structuredClone(resource) as never, operations as ScimPatchOperation[]) as Record<string, unknown>;
  } catch (error) {
    // The library reports an operation that doesn't fit the resource; whatever it throws, nothing was written.
    return invalid('Operations', `can't be carried out: ${(error as Error).message.slice(0, 200)}`);
  }
};

/** Operations that remove these members each, whatever else the list says of them. */
const removals = (value: unknown) => {
  const members = check(
    z.array(
      z.looseObject({
        value: z
          .string()
          .max(100)
          .regex(/^[\w-]+$/),
      }),
    ),
    [value].flat(),
  ) as { value: string }[];
  return members.map((member) => ({ op: 'remove', path: `members[value eq "${member.value}"]` }));
};
