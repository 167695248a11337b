import { describe, expect, test } from 'vitest';
import { passes } from '../../lib/notify/webhooks/filters.ts';
import type { ReceiverFilters } from '../../lib/storage/records/webhook.ts';

const filters = (given: Partial<ReceiverFilters>): ReceiverFilters => ({
  template_ids: [],
  profile_ids: [],
  data: {},
  ...given,
});
const envelope = { template_id: 't1', profile_id: 'p1', data: { order: '4711', urgent: true, floor: 3 } };
const ofEnvelope = (given: Partial<ReceiverFilters>, change: object = {}) =>
  passes(filters(given), 'envelope_completed', { envelope_id: 'e1', envelope: { ...envelope, ...change } });

describe('an event passes', () => {
  test('where there are no filters, or empty ones', () => {
    expect(passes(null, 'organization_deleted', {})).toBe(true);
    expect(passes(filters({}), 'organization_deleted', {})).toBe(true);
  });

  test.each<[string, Partial<ReceiverFilters>, boolean]>([
    ['one of several templates', { template_ids: ['t0', 't1'] }, true],
    ['another template', { template_ids: ['t0'] }, false],
    ['one of several senders', { profile_ids: ['p1', 'p2'] }, true],
    ['another sender', { profile_ids: ['p2'] }, false],
    ['all of the data', { data: { order: '4711', urgent: true, floor: 3 } }, true],
    ['a value of another type', { data: { floor: '3' } }, false],
    ['one of two data', { data: { order: '4711', urgent: false } }, false],
    ['data that it lacks', { data: { colour: 'red' } }, false],
    ['the template, but another sender', { template_ids: ['t1'], profile_ids: ['p2'] }, false],
  ])('an envelope by %s', (_, given, expected) => {
    expect(ofEnvelope(given)).toBe(expected);
  });

  test('not an envelope without a template or data, where one is named', () => {
    expect(ofEnvelope({ template_ids: ['t1'] }, { template_id: null })).toBe(false);
    expect(ofEnvelope({ data: { order: '4711' } }, { data: null })).toBe(false);
    // No member of every object counts as data.
    expect(ofEnvelope({ data: { constructor: 'x' } })).toBe(false);
  });

  test('a template by its own id and owner', () => {
    const template = { id: 't1', profile_id: 'p1' };
    expect(passes(filters({ template_ids: ['t1'], profile_ids: ['p1'] }), 'template_updated', template)).toBe(true);
    expect(passes(filters({ template_ids: ['t2'] }), 'template_updated', template)).toBe(false);
    expect(passes(filters({ profile_ids: ['p2'] }), 'template_updated', template)).toBe(false);
    expect(passes(filters({ data: { order: '4711' } }), 'template_updated', template)).toBe(false);
  });

  test('nothing of an organization, where anything is named', () => {
    expect(passes(filters({ template_ids: ['o1'] }), 'organization_deleted', { id: 'o1' })).toBe(false);
    expect(passes(filters({ profile_ids: ['p1'] }), 'organization_deleted', {})).toBe(false);
  });
});
