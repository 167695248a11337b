import { fail } from '../../base/errors.ts';
import {
  type Changes,
  ConditionFailed,
  type ExpressedWrite,
  getItems,
  type Item,
  transact,
  type Write,
} from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { allOf, PRESENT, type Where } from '../../storage/where.ts';
import type { Ground, UserCaller } from '../access/caller.ts';
import type { ApiKeyItem } from '../api-keys/record.ts';
import type { GroupItem } from '../groups/permissions.ts';
import type { ProfileItem } from '../profiles/record.ts';
import type { SessionItem } from './store.ts';

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** The grounds of a caller who was just found to stand on them. */
export const groundsOf = (
  session: SessionItem,
  profile: ProfileItem,
  groups: readonly GroupItem[],
  apiKey: ApiKeyItem | undefined,
): Ground[] => [
  { key: keyOf(session), same: { id: session.id } },
  {
    key: keyOf(profile),
    same: {
      roles: profile.roles,
      permissions: profile.permissions,
      group_ids: profile.group_ids,
      locked: profile.locked,
    },
  },
  ...groups.map((group) => ({ key: keyOf(group), same: { permissions: group.permissions } })),
  ...(apiKey ? [{ key: keyOf(apiKey), same: { profile_id: apiKey.profile_id } }] : []),
];

/**
 * All of `writes` in one transaction, on the condition that the caller still may what was found at the beginning of the
 * request: whoever is removed, locked, demoted or signed out at the same moment doesn't get the change through. For changes
 * that outlast the caller's place: members, groups, keys, applications, invitations. Throws ConditionFailed with
 * the index of a write whose own condition doesn't hold; ends the request with 401 where the caller's standing has changed.
 */
export const transactAs = async ({ grounds }: UserCaller, writes: readonly Write[]): Promise<void> => {
  const unwritten = grounds.filter(({ key }) => !writes.some((write) => isAt(write, key)));
  const own = grounds.filter((ground) => !unwritten.includes(ground));
  const conditioned = writes.map((write) => {
    const ground = own.find(({ key }) => isAt(write, key));
    return ground ? andUnchanged(write, ground) : write;
  });
  try {
    await transact([...conditioned, ...unwritten.map(asCheck)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.index >= writes.length || !(await stillStand(own))) return fail('standing_changed');
    throw error;
  }
};

const keyWritten = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('change' in write) return write.change;
  if ('update' in write) return write.update;
  return 'remove' in write ? write.remove : write.check;
};

const isAt = (write: Write, { pk, sk }: Key): boolean => {
  const key = keyWritten(write);
  return key.pk === pk && key.sk === sk;
};

type Condition = Pick<Changes, 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

/** An attribute that wasn't there must not be there now. */
const condition = ({ same }: Ground): Required<Condition> => {
  const names = Object.keys(same);
  const there = names.filter((name) => same[name] !== undefined);
  const parts = names.map((name) =>
    same[name] === undefined ? `attribute_not_exists(#same_${name})` : `#same_${name} = :same_${name}`,
  );
  return {
    ConditionExpression: ['attribute_exists(pk)', ...parts].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#same_${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(there.map((name) => [`:same_${name}`, same[name]])),
  };
};

const unchanged = ({ same }: Ground): Where => allOf(PRESENT, same);

const asCheck = (ground: Ground): Write => ({ check: ground.key, where: unchanged(ground) });

/** A transaction takes one write an item: what is written anyway carries the condition itself. */
const andUnchanged = (write: Write, ground: Ground): Write => {
  if ('change' in write || 'where' in write) return { ...write, where: allOf(write.where, unchanged(ground)) };
  return expressedAndUnchanged(write as ExpressedWrite, ground);
};

const expressedAndUnchanged = (write: ExpressedWrite, ground: Ground): Write => {
  const added = condition(ground);
  const both = (own: string | undefined, standard?: string): string =>
    [own ?? standard, added.ConditionExpression]
      .filter((part) => part !== undefined)
      .map((part) => `(${part})`)
      .join(' AND ');
  if ('update' in write || 'check' in write) {
    return {
      ...write,
      ConditionExpression: both(write.ConditionExpression),
      ExpressionAttributeNames: { ...write.ExpressionAttributeNames, ...added.ExpressionAttributeNames },
      ExpressionAttributeValues: { ...write.ExpressionAttributeValues, ...added.ExpressionAttributeValues },
    };
  }
  return {
    ...write,
    condition: both(write.condition),
    names: { ...write.names, ...added.ExpressionAttributeNames },
    values: { ...write.values, ...added.ExpressionAttributeValues },
  };
};

/** Tells why a write on one of the grounds failed: for its own condition, or because the ground has changed. */
const stillStand = async (own: readonly Ground[]): Promise<boolean> => {
  if (own.length === 0) return true;
  const found = await getItems<Item>(own.map(({ key }) => key));
  return own.every(({ same }, index) =>
    Object.entries(same).every(([name, value]) => isSame(found[index]?.[name], value)),
  );
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(plain(one)) === JSON.stringify(plain(other));

const plain = (value: unknown): unknown => (value instanceof Set ? [...value].sort() : value);
