import { describe, expect, test } from 'vitest';
import { asCondition, asUpdate } from '../../lib/storage/engine/expressions.ts';
import { ABSENT, allOf, anyOf, is, PRESENT, type Where } from '../../lib/storage/engine/where.ts';

describe('a condition as data', () => {
  test('is empty if nothing is required', () => {
    expect(asCondition(undefined)).toEqual({});
    expect(asCondition(allOf(undefined))).toEqual({});
  });

  test('names every attribute by a placeholder, within others too', () => {
    expect(asCondition({ status: 'open', 'mfa.version': 3 })).toEqual({
      ConditionExpression: '#n0 = :v0 AND #n1.#n2 = :v1',
      ExpressionAttributeNames: { '#n0': 'status', '#n1': 'mfa', '#n2': 'version' },
      ExpressionAttributeValues: { ':v0': 'open', ':v1': 3 },
    });
  });

  test('has no values if it only tests for existence', () => {
    expect(asCondition(ABSENT)).toEqual({
      ConditionExpression: 'attribute_not_exists(#n0)',
      ExpressionAttributeNames: { '#n0': 'pk' },
    });
    expect(asCondition({ gone: undefined }).ConditionExpression).toBe('attribute_not_exists(#n0)');
  });

  test('combines all and any, each in brackets', () => {
    const where = anyOf(ABSENT, allOf(PRESENT, { count: is.below(5), at: is.eitherOf(null, is.atMost('x')) }));
    expect(asCondition(where).ConditionExpression).toBe(
      '(attribute_not_exists(#n0)) OR ((attribute_exists(#n0)) AND (#n1 < :v0 AND (#n2 = :v1 OR #n2 <= :v2)))',
    );
  });

  test('has no double brackets, which DynamoDB refuses', () => {
    const either = { mfa: is.eitherOf(is.missing, null) };
    const text = (where: Where) => asCondition(where).ConditionExpression;
    expect(text(allOf(PRESENT, either))).toBe('(attribute_exists(#n0)) AND (attribute_not_exists(#n1) OR #n1 = :v0)');
    expect(text(allOf(allOf(PRESENT)))).toBe('attribute_exists(#n0)');
    expect(text(anyOf(allOf(either), PRESENT))).toBe(
      '(attribute_not_exists(#n0) OR #n0 = :v0) OR (attribute_exists(#n1))',
    );
    expect(text(allOf(anyOf(either, PRESENT), anyOf(PRESENT)))).toBe(
      '((attribute_not_exists(#n0) OR #n0 = :v0) OR (attribute_exists(#n1))) AND (attribute_exists(#n1))',
    );
  });

  test('tests for one of several values, and for a member of a set', () => {
    expect(asCondition({ status: is.oneOf(['a', 'b']), roles: is.containing('owner') }).ConditionExpression).toBe(
      '#n0 IN (:v0, :v1) AND contains(#n1, :v2)',
    );
  });
});

describe('an update as data', () => {
  test('sets, takes away, counts, and changes sets in one', () => {
    const update = asUpdate({
      set: { name: 'A', left: undefined },
      unset: ['old'],
      add: { version: 1 },
      take: { ids: new Set(['x']) },
      where: { version: 1 },
    });
    expect(update).toEqual({
      UpdateExpression: 'SET #n0 = :v0 REMOVE #n1 ADD #n2 :v1 DELETE #n3 :v2',
      ConditionExpression: '#n2 = :v3',
      ExpressionAttributeNames: { '#n0': 'name', '#n1': 'old', '#n2': 'version', '#n3': 'ids' },
      ExpressionAttributeValues: { ':v0': 'A', ':v1': 1, ':v2': new Set(['x']), ':v3': 1 },
    });
  });

  test('that changes nothing is an error', () => {
    expect(() => asUpdate({ set: { a: undefined } })).toThrow();
  });
});
