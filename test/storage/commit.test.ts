import { describe, expect, test } from 'vitest';
import { ConditionFailed } from '../../lib/storage/engine/client.ts';
import { commit, ifHeld } from '../../lib/storage/engine/commit.ts';
import { CarriedOut } from '../../lib/storage/engine/once.ts';

const FIRST = { pk: 'A', sk: 'A' };
const failing = (error: Error) => async () => {
  throw error;
};

describe('writes that are made once', () => {
  test('answer nothing if they succeed', async () => {
    const made: unknown[] = [];
    const write = async (writes: readonly unknown[]) => void made.push(...writes);
    expect(await commit([{ check: FIRST }], { write, refuse: () => 'refused' })).toBeUndefined();
    expect(made).toEqual([{ check: FIRST }]);
  });

  test('say which of them was refused', async () => {
    const write = failing(new ConditionFailed(2));
    expect(await commit([], { write, refuse: (index) => `refused ${index}` })).toBe('refused 2');
  });

  test('answer the result of an earlier run of the request, by the place of its first write', async () => {
    const write = failing(new CarriedOut({ ...FIRST, request: '', first: FIRST, ttl: 0 }));
    expect(await commit([], { write, refuse: () => undefined, repeated: ({ pk }) => pk as never })).toBe('A');
  });

  test('fail as usual if no other result is given, and always for other failures', async () => {
    await expect(commit([], { write: failing(new ConditionFailed()) })).rejects.toThrow(ConditionFailed);
    const other = new Error('Throttled');
    const options = { write: failing(other), refuse: () => undefined, repeated: () => undefined };
    await expect(commit([], options)).rejects.toBe(other);
  });
});

test('a single write answers nothing if its condition is false, and fails for every other reason', async () => {
  expect(await ifHeld(async () => 'changed')).toBe('changed');
  expect(await ifHeld(failing(new ConditionFailed()))).toBeUndefined();
  await expect(ifHeld(failing(new Error('Throttled')))).rejects.toThrow('Throttled');
});
