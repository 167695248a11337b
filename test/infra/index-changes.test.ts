import { describe, expect, test } from 'vitest';
import { tableDefinition } from '../../infra/table-definition.ts';
import released from './released-indexes.json' with { type: 'json' };

interface Index {
  name: string;
  partitionKey: string;
  sortKey: string;
  attributes: string | readonly string[];
}

/** The reasons why CloudFormation would refuse an update from these indexes to those. */
const faultsOf = (before: readonly Index[], after: readonly Index[]): string[] => {
  const names = (indexes: readonly Index[]) => indexes.map(({ name }) => name);
  const made = names(after).filter((name) => !names(before).includes(name));
  const dropped = names(before).filter((name) => !names(after).includes(name));
  const altered = before.filter((one) => {
    const now = after.find(({ name }) => name === one.name);
    return now && JSON.stringify(now) !== JSON.stringify(one);
  });
  return [
    ...(made.length + dropped.length > 1 ? [`makes or drops several: ${[...made, ...dropped].join(', ')}`] : []),
    ...altered.map(({ name }) => `${name} has other keys or attributes: make a new one instead`),
  ];
};

/**
 * CloudFormation makes or drops one index of a table in an update, and changes none. `released-indexes.json` is what
 * the latest release deployed; a release writes it anew.
 */
describe("the table's indexes", () => {
  test('can be reached from those of the latest release by one update', () => {
    expect(faultsOf(released, tableDefinition.indexes)).toEqual([]);
  });

  const [first, ...others] = released as [Index, ...Index[]];
  const another = { ...first, name: 'gsi9' };
  test.each([
    ['one more', [...released, another], 0],
    ['one less', others, 0],
    ['two more', [...released, another, { ...first, name: 'gsi10' }], 1],
    ['one in place of another', [...others, another], 1],
    ['one with another key', [{ ...first, sortKey: 'sk' }, ...others], 1],
    ['one with fewer attributes', [{ ...first, attributes: ['id'] }, ...others], 1],
  ])('with %s are judged right', (_, after, faults) => {
    expect(faultsOf(released, after)).toHaveLength(faults);
  });
});
