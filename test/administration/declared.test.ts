import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../functions/index.ts';
import { hasSecretMembers, isSecretMember, openMembers } from '../../lib/base/secret-members.ts';
import { accessOf, type Contract, UNRECORDED } from '../../lib/http/contract.ts';

const contracts: readonly Contract[] = operations.map(({ contract }) => contract);

const writes = ({ route, access }: Contract): boolean =>
  !route.startsWith('GET ') ||
  [access.change, access.write, access.remove, access.bulk].some((list) => (list ?? []).length > 0);

describe('an operation that writes', () => {
  test('is an event of administration, or says why it is none', () => {
    const silent = contracts.filter(writes).filter(({ event, unrecorded }) => !event === !unrecorded);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('and is an event may write it', () => {
    expect(
      contracts
        .filter(({ event }) => event)
        .filter((one) => !accessOf(one).acts)
        .map(({ id }) => id),
    ).toEqual([]);
  });

  test('needs a user, a key or an application to be an event: what recipients do is in the chain of the envelope', () => {
    expect(contracts.filter(({ session, event }) => session === 'signer' && event)).toEqual([]);
  });

  test('names a reason that is in use', () => {
    const used = new Set(contracts.map(({ unrecorded }) => unrecorded));
    expect(Object.keys(UNRECORDED).filter((reason) => !used.has(reason as keyof typeof UNRECORDED))).toEqual([]);
  });
});

/** Names of members that hold secrets, or pictures of a person's hand. */
const SECRET = /pass(word|code)|secret|token|otp|^code$|recovery|verifier|^signature$|^initials?$|pin$|ssn|_key$/i;
/** Names that look like it and are none. */
const HARMLESS = new Set(['token_endpoint', 'token_type_hint', 'brand_key', 'code_challenge', 'code_challenge_method']);

interface Inside {
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}

const membersOf = (schema: z.ZodType, path = '', seen = new Set<z.ZodType>()): [path: string, member: z.ZodType][] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { options = [], innerType, out, element, valueType, shape = {} } = schema.def as Inside;
  const inside = [...options, innerType, out, element, valueType].filter((one) => one !== undefined);
  return [
    ...inside.flatMap((one) => membersOf(one, path, seen)),
    ...Object.entries(shape).flatMap(([name, member]): [string, z.ZodType][] => [
      [`${path}${name}`, member],
      ...membersOf(member, `${path}${name}.`, seen),
    ]),
  ];
};

describe('a secret of a request', () => {
  test('is marked in its schema', () => {
    const open = contracts.flatMap(({ id, event, body }) =>
      event && body
        ? membersOf(body)
            .filter(
              ([path]) => SECRET.test(path.split('.').at(-1) ?? '') && !HARMLESS.has(path.split('.').at(-1) ?? ''),
            )
            .filter(([, member]) => !hasSecretMembers(member))
            .map(([path]) => `${id}: ${path}`)
        : [],
    );
    expect(open).toEqual([]);
  });

  test('is in none of the members that an event may show', () => {
    const shown = contracts.flatMap(({ id, event, body }) => {
      if (!event || !body) return [];
      const marked = Object.fromEntries(membersOf(body).map(([path]) => [path.split('.')[0] ?? '', 'a value']));
      const secret = new Set(
        membersOf(body)
          .filter(([, member]) => isSecretMember(member))
          .map(([path]) => path.split('.')[0]),
      );
      return Object.keys(openMembers(body, marked))
        .filter((name) => secret.has(name))
        .map((name) => `${id}: ${name}`);
    });
    expect(shown).toEqual([]);
  });
});
