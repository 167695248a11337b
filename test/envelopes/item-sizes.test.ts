import { expect, test } from 'vitest';
import { newId, sha256 } from '../../lib/base/ids.ts';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import { applied } from '../../lib/signing/envelopes/acts/commit.ts';
import { LIMITS, NewEnvelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { SYSTEM } from '../../lib/signing/envelopes/rules/chain.ts';
import { delegate } from '../../lib/signing/envelopes/rules/delegation.ts';
import { newEnvelopeState } from '../../lib/signing/envelopes/rules/new-envelope.ts';
import { eventItems, readEvents, SEALING_EVENTS, wholeEvents } from '../../lib/storage/envelopes/event-items.ts';
import type { EventName } from '../../lib/storage/outbox/event-names.ts';
import type { EventItem } from '../../lib/storage/records/envelope.ts';
import { keptOrganization, keptProfile } from './senders.ts';

/** The most that an item of the table holds (Amazon DynamoDB Developer Guide, "Constraints"). */
const LARGEST_ITEM = 400_000;

/** The size of a value as DynamoDB counts it, numbers and nested values at their most. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 21;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (inner === undefined ? 0 : 1 + Buffer.byteLength(name) + sizeOf(inner)),
    3,
  );
};

/** Three bytes each in UTF-8. */
const wide = (length: number): string => '漢'.repeat(length);

const sender: UserCaller = {
  kind: 'user',
  user_id: newId(),
  profile_id: newId(),
  organization_id: newId(),
  email: 'ada@example.com',
  email_verified: true,
  first_name: wide(100),
  last_name: wide(100),
  session_id: newId(),
  client: null,
  scopes: new Set(),
  roles: ['owner'],
  permissions: new Set(),
  global_admin: false,
  preconditions: [],
};

const largest = (sources: { organization?: object } = {}) => {
  const request = NewEnvelope.parse({
    name: wide(200),
    description: wide(2000),
    sender_name: wide(200),
    data: { own: wide(49_900) },
    recipients: Array.from({ length: LIMITS.recipients }, (_, index) => ({
      role_name: `${wide(98)}${String(index).padStart(2, '0')}`,
      first_name: wide(100),
      last_name: wide(100),
      email: `${index}@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.example.com`,
      phone: '+12025550123',
      message: wide(2000),
      delegator: true,
    })),
  });
  return newEnvelopeState(newId(), request, {
    owner: sender,
    profile: keptProfile(),
    organization: keptOrganization({ name: wide(200), disclaimer: wide(10_000), ...sources.organization }),
    documents: Array.from({ length: 10 }, (_, order) => ({
      id: newId(),
      name: wide(200),
      mime: 'application/pdf' as const,
      size: 1,
      pages: 2000,
      order,
      page_sizes: Object.fromEntries(
        Array.from({ length: 2000 }, (_, page) => [page + 1, { width: 612.123456, height: 792.123456 }]),
      ),
      sha256: 'a'.repeat(64),
      record: { size: 1, sent_sha256: 'a'.repeat(64), sent_size: 1, rewritten: [] },
      template_document_id: null,
      file: 'a'.repeat(200),
    })),
    roles: [],
    fields: [],
    defaults: {
      template_id: null,
      name: null,
      description: null,
      initial_reminder: null,
      followup_reminders: null,
      max_reminder_days: null,
    },
  });
};

test('the header fits into an item with the most recipients, all with the longest disclosures accepted and all delegated', () => {
  let state = largest();
  for (const { role_name } of [...state.recipients]) {
    const recipients = {
      [role_name]: { status: 'opened' as const, agreed: true, disclosures: wide(LIMITS.disclosures) },
    };
    state = applied(state, { recipients, events: [] }, new Date().toISOString());
    const recipient = state.recipients.find((one) => one.role_name === role_name);
    if (!recipient) throw new Error('There is no such recipient');
    const to = {
      first_name: wide(100),
      last_name: wide(100),
      email: `b@${'x'.repeat(60)}.example.com`,
      phone: '+12025550123',
      message: wide(2000),
    };
    state = applied(
      state,
      delegate(state, recipient, { session_id: null }, to, SYSTEM, recipient.updated_at),
      recipient.updated_at,
    );
  }
  expect(state.recipients).toHaveLength(2 * LIMITS.recipients);
  for (const item of [state.envelope, ...state.recipients, ...state.documents, ...eventItems(state.events)]) {
    expect(sizeOf(item)).toBeLessThan(LARGEST_ITEM);
  }
});

test('a header that would outgrow its item is refused with 406 before anything is stored', () => {
  expect(() => largest({ organization: { style_overrides: wide(30_000) } })).toThrow(
    /^invalid, detail: data: is too large/,
  );
});

test('an event of any size is stored in items that fit, and is read as it was written', () => {
  const values = Array.from({ length: 1000 }, (_, index) => ({
    field: `${wide(145)}${index}`,
    sha256: 'a'.repeat(64),
  }));
  const event = eventOf(subjectWith({ data: wide(50_000) }), { values, note: '🖋'.repeat(50_000) });
  const small = { ...event, sequence: 13, data: { a: 1 } };
  const items = eventItems([event, small]);
  for (const item of items) expect(sizeOf(item)).toBeLessThan(LARGEST_ITEM);
  const stored = items.filter(({ sk }) => sk.startsWith('EVENT#')).flatMap(readEvents);
  const parts = items.filter((item) => 'part' in item);
  expect(parts.length).toBeGreaterThan(1);
  expect(wholeEvents(stored, [...parts].reverse())).toEqual([event, small]);
});

test('an event of ordinary length stays below the kB of a write unit, and Lambda’s stream gives it whole', () => {
  const envelope = { ...subjectWith({}), name: 'Lease of the old garden flat 2', data: null };
  const event = eventOf(envelope, {});
  const [item = expect.fail()] = eventItems([event]);
  // Lambda's events are JSON.
  const inLambda = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  );
  expect(readEvents(inLambda)).toEqual([event]);
  expect(sizeOf(item)).toBeLessThan(1024);
});

test('events of one change share an item, and are read as they were written', () => {
  const chain = chainOf(['recipient:signed', 'recipient:submitted', 'recipient:invited', 'recipient:invited']);
  const [item = expect.fail(), ...others] = eventItems(chain);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ sk: 'EVENT#000012', event: 'recipient:signed' });
  expect(readEvents(item)).toEqual(chain);
  expect(sizeOf(item)).toBeLessThan(1024);
});

test('an event with the hashes of sealed files has an item of its own, so that the stream’s filter finds it', () => {
  for (const sealing of SEALING_EVENTS) {
    const chain = chainOf(['recipient:submitted', sealing, 'recipient:invited']);
    const items = eventItems(chain);
    expect(items.map((item) => 'event' in item && item.event)).toEqual(chain.map(({ event }) => event));
    expect(items.flatMap(readEvents)).toEqual(chain);
  }
});

test('events that are large together have items of their own', () => {
  const chain = chainOf(['recipient:invited', 'recipient:invited', 'recipient:invited'], { data: wide(15_000) });
  const items = eventItems(chain);
  expect(items.length).toBe(2);
  expect(items.flatMap(readEvents)).toEqual(chain);
});

/** Linked events of one envelope. */
const chainOf = (names: readonly EventName[], data: Record<string, unknown> = {}): EventItem[] => {
  const envelope = { ...subjectWith(data), name: 'Lease of the old garden flat 2' };
  const first = eventOf(envelope, {});
  return names.map((event, at) => ({
    ...first,
    id: newId(),
    event,
    sequence: first.sequence + at,
    previous_hash: sha256(`${at}`),
    hash: sha256(`${at + 1}`),
    subject: { envelope: { ...envelope, organization_id: first.organization_id } },
  }));
};

const eventOf = (envelope: EventItem['subject']['envelope'], data: Record<string, unknown>): EventItem => ({
  id: newId(),
  envelope_id: envelope.id,
  sequence: 12,
  created_at: new Date().toISOString(),
  event: 'recipient:signed',
  role_name: 'Signer',
  event_detail: '',
  actor: SYSTEM,
  data,
  previous_hash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
  organization_id: newId(),
  subject: { envelope },
});

const subjectWith = (data: Record<string, unknown>): EventItem['subject']['envelope'] => {
  const { id, name, status, signed, template_id, profile_id, organization_id, created_at, updated_at } =
    largest().envelope;
  return { id, name, status, signed, template_id, profile_id, organization_id, created_at, updated_at, data };
};
