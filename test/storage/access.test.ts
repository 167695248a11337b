import { describe, expect, test } from 'vitest';
import { AGGREGATES, type Aggregate, grantsOf, resourcesOf } from '../../lib/storage/access.ts';
import {
  envelopeFieldKey,
  groupKey,
  listEntryKey,
  postingKey,
  recipientCodeKey,
} from '../../lib/storage/engine/keys.ts';
import { faultsOf } from '../declared-uses.ts';
import { aggregateAt, tableRequestsOf } from '../table-requests.ts';

const aggregates = Object.keys(AGGREGATES) as Aggregate[];
const at = (resource: string) =>
  aggregates
    .filter((aggregate) => resourcesOf(aggregate).some((one) => one === resource))
    .flatMap((aggregate) => AGGREGATES[aggregate].keys.map(({ pk }) => pk));

const command = (name: string, input: object) => ({ constructor: { name: `${name}Command` }, input });

describe('families of keys', () => {
  test('end with a #, so that none includes another', () => {
    for (const resource of new Set(aggregates.flatMap(resourcesOf))) {
      const families = [...new Set(at(resource))];
      for (const family of families) {
        expect(family).toMatch(/^[A-Z]+#([a-zA-Z-]+$|.*#?\*$|\*#[A-Z]+(#\*)?$)/);
        const sample = family.replaceAll('*', 'x');
        const others = families.filter((other) => other !== family);
        const reaching = others.filter((other) => new RegExp(`^${other.replaceAll('*', '.*')}$`).test(sample));
        expect(reaching, `${family} at ${resource}`).toEqual([]);
      }
    }
  });

  test('distinguish aggregates in one collection by their sort keys', () => {
    expect(aggregateAt(groupKey('o', 'g'), 'table')).toEqual({ aggregate: 'group', family: 'ORG#*' });
    expect(aggregateAt({ pk: 'ORG#o' }, 'table').aggregate).toBe('organization');
    expect(aggregateAt(envelopeFieldKey('e', 'f'), 'table').aggregate).toBe('envelope');
    expect(aggregateAt(recipientCodeKey('e', 'Buyer', 'sms'), 'table').aggregate).toBe('signingSecret');
    expect(aggregateAt(listEntryKey('TEMPLATES', 't'), 'gsi1').aggregate).toBe('templateOrders');
    expect(aggregateAt(postingKey('RECEIVED#p', 'word:a', 'e'), 'table').aggregate).toBe('envelopeSearch');
  });

  test('are known for every key: a request for another key is refused, and so is a scan', () => {
    expect(() => tableRequestsOf(command('GetItem', { Key: { pk: 'OTHER#1', sk: 'OTHER' } }))).toThrow('No aggregate');
    expect(() => tableRequestsOf(command('GetItem', { Key: { pk: 'ORG', sk: 'ORG' } }))).toThrow('No aggregate');
    expect(() => tableRequestsOf(command('Scan', {}))).toThrow('families');
  });
});

describe('grants', () => {
  test('name all families of an action at once, because DynamoDB judges a batch by one statement', () => {
    const grants = grantsOf({ read: ['user', 'brand'], change: ['template'] });
    for (const action of ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem']) {
      expect(grants.filter(({ actions }) => actions.some((one) => one === action))).toHaveLength(1);
    }
    expect(grants[0]?.families).toEqual(['ORG#*', 'TEMPLATE#*', 'USER#*']);
  });

  test('for reading allow no write, and for writing no read', () => {
    expect(grantsOf({ read: ['envelope'] }).flatMap(({ actions }) => actions)).toEqual([
      'GetItem',
      'BatchGetItem',
      'Query',
      'ConditionCheckItem',
    ]);
    expect(grantsOf({ write: ['outbox'] })).toEqual([
      { actions: ['PutItem', 'UpdateItem'], resources: ['table'], families: ['OUTBOX#*'] },
    ]);
    expect(grantsOf({ read: ['due'] })).toEqual([{ actions: ['Query'], resources: ['gsi1'], families: ['DUE#*'] }]);
  });
});

describe('a declaration', () => {
  const used = new Set(['read:brand', 'request:GetItem:table:ORG#*']);

  test('is right if everything used is declared, and everything declared is used', () => {
    expect(faultsOf({ read: ['brand'] }, used, true)).toEqual([]);
  });

  test('fails for an undeclared use, even if the role would allow it', () => {
    expect(faultsOf({ read: ['group'] }, used, false)).toEqual(['used without declaring it: read:brand']);
    expect(faultsOf({}, used, false)).toEqual([
      'used without declaring it: read:brand',
      'sent what its role would refuse: request:GetItem:table:ORG#*',
    ]);
  });

  test('fails for an unused or repeated declaration', () => {
    const whole = (access: Parameters<typeof faultsOf>[0]) => faultsOf(access, used, true);
    expect(whole({ read: ['brand', 'user'] })).toEqual(['declares, but no test saw it use: read user']);
    expect(whole({ change: ['brand'] })).toEqual(['declares, but no test saw it use: change brand']);
    expect(whole({ read: ['brand'], change: ['brand'] })[0]).toBe('declares twice: brand');
  });

  test('fails for a batch that no single statement allows', () => {
    const batch = new Set(['read:brand', 'session', 'request:BatchGetItem:table:ORG#*,USER#*']);
    expect(faultsOf({ read: ['brand'], session: true }, batch, false)).toEqual([]);
    const mixed = new Set(['read:template', 'session', 'request:BatchGetItem:table:TEMPLATE#*,USER#*']);
    expect(faultsOf({ read: ['template'], session: true }, mixed, false)).toEqual([
      'sent what its role would refuse: request:BatchGetItem:table:TEMPLATE#*,USER#*',
    ]);
  });
});
