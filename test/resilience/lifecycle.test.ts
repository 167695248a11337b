import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainEvent } from '../../lib/signing/envelopes/answers/audit.ts';
import { brokenLink } from '../../lib/signing/envelopes/rules/chain.ts';
import { dueAt, later } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { detailsItem, headerItem, readHeader } from '../../lib/storage/envelopes/items.ts';
import { withoutNulls } from '../../lib/storage/envelopes/nulls.ts';
import type { EnvelopeItem, EnvelopeState, RecipientStatus } from '../../lib/storage/records/envelope.ts';
import { ACTS, after, created, type Shape, type Step } from './envelope-model.ts';
import { listsModel } from './lists-model.ts';

const shapes: fc.Arbitrary<Shape> = fc.record({
  recipients: fc
    .array(
      fc.record({
        sequence: fc.integer({ min: 1, max: 3 }),
        type: fc.constantFrom(
          'signer' as const,
          'signer' as const,
          'signer' as const,
          'approver' as const,
          'cc' as const,
        ),
        email: fc.integer({ min: 0, max: 5 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .filter((recipients) => recipients.some(({ type }) => type !== 'cc')),
  no_contact: fc.boolean(),
  expires: fc.option(fc.integer({ min: 1, max: 200 })),
  reminders: fc.boolean(),
});

/** Mostly what gets an envelope on: acts drawn evenly would end nearly every one by a refusal or a cancellation. */
const acts: fc.Arbitrary<Step['act']> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('open' as const, 'agree' as const, 'fill' as const, 'submit' as const) },
  { weight: 2, arbitrary: fc.constantFrom('seal' as const, 'due' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...ACTS) },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ act: acts, who: fc.nat({ max: 3 }), after: fc.constantFrom(0, 0, 0, 0, 1, 13) }),
  { maxLength: 60 },
);

const HOUR = 3_600_000;

const play = (
  start: EnvelopeState,
  taken: readonly Step[],
  look: (before: EnvelopeState, now: EnvelopeState) => void,
): EnvelopeState => {
  let state = start;
  let at = state.envelope.created_at;
  for (const step of taken) {
    at = later(at, step.after * HOUR);
    const next = after(state, step, at);
    if (next !== state) look(state, next);
    state = next;
  }
  return state;
};

/** The steps that the interface allows; back to `invited` leads the correction of an address. */
const ENVELOPE_ARROWS: Record<EnvelopeItem['status'], readonly EnvelopeItem['status'][]> = {
  pending: ['in progress', 'complete', 'declined', 'canceled'],
  'in progress': ['complete', 'declined', 'canceled'],
  complete: [],
  declined: [],
  canceled: [],
};
const RECIPIENT_ARROWS: Record<RecipientStatus, readonly RecipientStatus[]> = {
  pending: ['invited', 'canceled'],
  invited: ['opened', 'declined', 'canceled'],
  opened: ['signed', 'submitted', 'declined', 'canceled', 'invited'],
  signed: ['submitted', 'declined', 'canceled', 'invited'],
  submitted: [],
  declined: [],
  canceled: [],
  failed: [],
};

test('statuses change only as defined, and nothing ends twice, after any acts in any order', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(shapes, steps, (shape, taken) => {
      const last = play(created(shape), taken, (before, now) => {
        const [from, to] = [before.envelope.status, now.envelope.status];
        if (from !== to) expect(ENVELOPE_ARROWS[from]).toContain(to);
        for (const [index, { type, status }] of now.recipients.entries()) {
          const earlier = before.recipients[index]?.status ?? 'pending';
          // Copies go out when all is sealed.
          if (type === 'cc' && now.envelope.signed) expect(status).toBe('submitted');
          else if (earlier !== status) expect(RECIPIENT_ARROWS[earlier]).toContain(status);
        }
        const events = now.events.map(({ event }) => event);
        const ends = events.filter((event) => ENDS.includes(event));
        expect(ends.length).toBe(['complete', 'declined', 'canceled'].includes(to) ? 1 : 0);
        expect(events.filter((event) => event === 'envelope:sealed')).toHaveLength(now.envelope.signed ? 1 : 0);
        const certificates = now.documents.filter(({ type }) => type === 'certificate');
        expect(certificates).toHaveLength(now.envelope.signed ? 1 : 0);
        if (to === 'complete') {
          const must = now.recipients.filter(({ type }) => type !== 'cc');
          expect(must.every(({ status }) => status === 'submitted')).toBe(true);
          expect(now.fields.every(({ value }) => value === 'text')).toBe(true);
        }
      });
      reached.add(last.envelope.signed ? 'signed' : last.envelope.status);
    }),
    // One fixed path through the possibilities: whether it reaches every end must not be a matter of luck.
    { numRuns: 400, seed: 20261121 },
  );
  // The property would be worth little if it never got anywhere.
  expect([...reached]).toEqual(expect.arrayContaining(['signed', 'declined', 'canceled', 'in progress']));
});

const ENDS = ['envelope:completed', 'recipient:declined', 'envelope:canceled', 'envelope:expired'];

test('nobody acts before their turn or after the end, and nobody gets an unwanted message', () => {
  const SIGNERS = [
    'recipient:opened',
    'recipient:agreed',
    'recipient:signed',
    'recipient:submitted',
    'recipient:declined',
  ];
  fc.assert(
    fc.property(shapes, steps, (shape, taken) => {
      play(created(shape), taken, (before, now) => {
        for (const { event, role_name, created_at } of now.events.slice(before.events.length)) {
          if (event === 'recipient:invited' || event === 'recipient:reminder') {
            expect(now.envelope.no_contact).toBe(false);
          }
          if (!SIGNERS.includes(event)) continue;
          expect(['pending', 'in progress']).toContain(before.envelope.status);
          const { expires_at } = before.envelope;
          if (event !== 'recipient:opened') expect(expires_at === null || expires_at > created_at).toBe(true);
          const own = before.recipients.find((one) => one.role_name === role_name);
          const earlier = before.recipients.filter(
            ({ type, sequence }) => type !== 'cc' && sequence < (own?.sequence ?? 0),
          );
          expect(earlier.every(({ status }) => status === 'submitted')).toBe(true);
          expect(own?.type).not.toBe('cc');
        }
      });
    }),
    { numRuns: 300 },
  );
});

test('the chain stays unbroken, its head and counts are in the header, and each change is one version', () => {
  fc.assert(
    fc.property(shapes, steps, (shape, taken) => {
      play(created(shape), taken, (before, now) => {
        const { version, event_count, chain_head } = now.envelope;
        expect(brokenLink(now.events.map(plainEvent), chain_head)).toBeNull();
        expect(event_count).toBe(now.events.length);
        expect(now.events.slice(0, before.events.length)).toEqual(before.events);
        const changed = now.envelope !== before.envelope;
        expect(version).toBe(before.envelope.version + (changed ? 1 : 0));
        const due = dueAt(now.envelope);
        const stored = headerItem(now.envelope, due);
        expect('gsi1sk' in stored ? stored.gsi1sk : null).toBe(due);
        const read = readHeader(stored, detailsItem(now.envelope)) ?? expect.fail();
        const same = (value: object) => JSON.parse(JSON.stringify(withoutNulls(value)));
        expect(same(read)).toEqual({ ...same(now.envelope), record_version: read.record_version });
      });
    }),
    { numRuns: 200 },
  );
});

test('the lists of everybody concerned show the current state of every envelope, with right counts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(shapes, steps), { minLength: 1, maxLength: 3 }), (envelopes) => {
      const lists = listsModel();
      const now: EnvelopeItem[] = [];
      for (const [index, [shape, taken]] of envelopes.entries()) {
        let last: EnvelopeItem | undefined;
        const look = ({ envelope }: EnvelopeState) => {
          lists.apply(last, envelope);
          last = envelope;
          now[index] = envelope;
        };
        const start = created(shape);
        look(start);
        play(start, taken, (_, next) => look(next));
        lists.expectTrue(now);
      }
    }),
    { numRuns: 60 },
  );
});
