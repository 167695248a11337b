import { describe, expect, test } from 'vitest';
import { type LinkedEvent, ocsfLine } from '../../lib/people/administration/ocsf.ts';
import { EVENT_KINDS, type EventKind } from '../../lib/storage/records/administration.ts';
import { readAdministration } from '../../lib/verifier/administration.ts';

/**
 * Facts of the Open Cybersecurity Schema Framework 1.3.0: of each class its number and category, the attributes that it
 * requires beside those of all classes, those of which it requires one, the profiles without which it has no `actor`,
 * and its activities. Source: the schema's own export for 1.3.0 (https://schema.ocsf.io/1.3.0/export/schema).
 */
const CLASSES: Record<number, ClassFacts> = {
  3001: {
    required: ['user'],
    activities: {
      1: 'Create',
      2: 'Enable',
      3: 'Password Change',
      4: 'Password Reset',
      5: 'Disable',
      6: 'Delete',
      7: 'Attach Policy',
      8: 'Detach Policy',
      9: 'Lock',
      10: 'MFA Factor Enable',
      11: 'MFA Factor Disable',
      99: 'Other',
    },
  },
  3002: {
    required: ['user'],
    oneOf: ['service', 'dst_endpoint'],
    activities: { 1: 'Logon', 2: 'Logoff', 99: 'Other' },
  },
  3004: {
    required: ['entity'],
    profile: 'host',
    activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete', 99: 'Other' },
  },
  3006: {
    required: ['group'],
    oneOf: ['privileges', 'user'],
    profile: 'host',
    activities: { 3: 'Add User', 4: 'Remove User', 5: 'Delete', 6: 'Create', 99: 'Other' },
  },
  6003: {
    required: ['actor', 'api', 'src_endpoint'],
    activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete', 99: 'Other' },
  },
};
interface ClassFacts {
  required: string[];
  oneOf?: string[];
  profile?: string;
  activities: Record<number, string>;
}

/** Required by the base event. */
const ALWAYS = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'];

/** Of objects, wherever they stand: attributes of which they have one, and all that they may have. */
const OBJECTS: Record<string, { oneOf: string[]; has: string[] }> = {
  user: { oneOf: ['account', 'name', 'uid'], has: ['name', 'uid', 'full_name', 'email_addr'] },
  actor: {
    oneOf: ['process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'],
    has: ['user', 'app_name', 'app_uid'],
  },
  entity: { oneOf: ['name', 'uid', 'device', 'group', 'org', 'policy', 'user'], has: ['name', 'uid', 'type'] },
  group: { oneOf: ['name', 'uid'], has: ['name', 'uid'] },
  service: { oneOf: ['name', 'uid'], has: ['name'] },
  src_endpoint: { oneOf: ['ip', 'uid', 'name', 'hostname'], has: ['ip', 'name'] },
  resources: { oneOf: ['name', 'uid'], has: ['name', 'uid', 'type'] },
  product: { oneOf: ['name', 'uid'], has: ['name', 'vendor_name'] },
  api: { oneOf: ['operation'], has: ['operation'] },
  session: { oneOf: ['uid'], has: ['uid'] },
  http_request: { oneOf: ['user_agent'], has: ['user_agent'] },
};

const eventOf = (kind: EventKind, more: Partial<LinkedEvent> = {}): LinkedEvent => ({
  id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
  organization_id: '0196f7a1-5b2c-7d3e-8f40-000000000001',
  at: '2026-11-26T07:00:00.000Z',
  kind,
  operation: 'anOperation',
  outcome: 'success',
  reason: null,
  actor: { user_id: 'u', profile_id: 'p', email: 'ada@example.com', name: 'Ada Lovelace' },
  client: { kind: 'api_key', id: 'k', name: 'Billing' },
  ip: '192.0.2.1',
  user_agent: 'Tests/1.0',
  object: { type: kind.split(':')[0] ?? '', id: 'o', name: 'A name' },
  changes: [],
  sequence: 1,
  previous_hash: '0'.repeat(64),
  hash: '1'.repeat(64),
  ...more,
});

/** As little as an event may know: the attempt of somebody who isn't known. */
const BARE: Partial<LinkedEvent> = {
  outcome: 'failure',
  reason: 'invalid_client',
  actor: { user_id: null, profile_id: null, email: null, name: null },
  client: null,
  ip: '',
};

type Json = Record<string, unknown>;
const objectsIn = (value: unknown, name = ''): [name: string, object: Json][] => {
  if (Array.isArray(value)) return value.flatMap((one) => objectsIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return [[name, value as Json], ...Object.entries(value).flatMap(([key, one]) => objectsIn(one, key))];
};

describe.each(EVENT_KINDS)('a line of %s', (kind) => {
  const lines = [eventOf(kind), eventOf(kind, { ...BARE, object: { ...eventOf(kind).object, id: null, name: null } })];

  test.each(lines.map((event) => [event.outcome, JSON.parse(ocsfLine(event))]))(
    'has what its class requires: %s',
    (_, line) => {
      const { required, oneOf = [], profile, activities } = CLASSES[line.class_uid] as ClassFacts;
      for (const name of [...ALWAYS, ...required]) expect(line).toHaveProperty(name);
      if (oneOf.length > 0) expect(oneOf.filter((name) => name in line)).not.toEqual([]);
      expect(line.metadata).toMatchObject({ version: '1.3.0', product: { vendor_name: expect.any(String) } });
      expect(line.metadata.profiles).toEqual(profile && [profile]);
      expect(Object.keys(activities)).toContain(String(line.activity_id));
      // The name of an activity is the framework's, unless the framework has none.
      expect(line.activity_name).toBe(line.activity_id === 99 ? kind : undefined);
      expect(line.type_uid).toBe(line.class_uid * 100 + line.activity_id);
      expect(line.category_uid).toBe(Math.floor(line.class_uid / 1000));
      expect(Number.isSafeInteger(line.time)).toBe(true);
      for (const [name, object] of objectsIn(line).filter(([name]) => name in OBJECTS)) {
        const facts = OBJECTS[name];
        expect([name, facts?.oneOf.filter((one) => one in object)]).not.toEqual([name, []]);
        expect([name, Object.keys(object).filter((one) => !facts?.has.includes(one))]).toEqual([name, []]);
      }
    },
  );
});

test('a line of a member that leaves a group names the member', () => {
  const changes = [{ member: 'profile_id', from: 'm' }];
  expect(JSON.parse(ocsfLine(eventOf('group:member_removed', { changes })))).toMatchObject({ user: { uid: 'm' } });
});

test('an event is one line, and says the same, whatever its texts hold', async () => {
  const forged = ['\n', '\r', '\u0085', '\u2028', '\u2029'].map((end) => `${end}{"class_uid":3001}`).join('');
  const event = eventOf('api_key:updated', {
    actor: { user_id: 'u', profile_id: 'p', email: 'ada@example.com', name: forged },
    client: { kind: 'api_key', id: 'k', name: forged },
    user_agent: forged,
    object: { type: 'api_key', id: 'o', name: forged },
    changes: [{ member: 'name', from: forged, to: forged }],
  });
  const line = ocsfLine(event);
  expect(line.split(/[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(1);
  const [read] = readAdministration(Buffer.from(line));
  expect(read).toMatchObject({ isSame: true, sequence: 1 });
  expect(JSON.parse(line).actor.user.full_name).toBe(forged);
});
