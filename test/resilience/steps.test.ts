import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isActing, isOpen, later } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { signersOf, stepOf } from '../../lib/signing/envelopes/rules/steps.ts';
import type { EnvelopeState } from '../../lib/storage/records/envelope.ts';
import { checkSteps } from '../../lib/verifier/steps.ts';
import type { Trail } from '../../lib/verifier/trail.ts';
import { ACTS, ACTS_ON_PEOPLE, after, created, type Shape, type Step } from './envelope-model.ts';

/** One or two steps, of each of which some are enough. */
const shapes: fc.Arbitrary<Shape> = fc
  .array(fc.record({ members: fc.integer({ min: 1, max: 5 }), needs: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 2,
  })
  .map((steps) => ({
    recipients: steps.flatMap(({ members }, index) =>
      Array.from({ length: members }, (_, at) => ({
        sequence: index + 1,
        type: at === 1 ? ('approver' as const) : ('signer' as const),
        email: 30 + index * 10 + at,
      })),
    ),
    needs: Object.fromEntries(steps.map(({ members, needs }, index) => [index + 1, Math.min(members, needs)])),
    no_contact: false,
    expires: null,
    reminders: true,
  }));

const SIGNING = ['open', 'agree', 'fill', 'submit'] as const;
const acts: fc.Arbitrary<Step['act']> = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom(...SIGNING) },
  { weight: 3, arbitrary: fc.constantFrom('decline' as const, ...ACTS_ON_PEOPLE) },
  { weight: 1, arbitrary: fc.constantFrom(...ACTS.filter((act) => act !== 'cancel')) },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ act: acts, who: fc.nat({ max: 11 }), after: fc.constantFrom(0, 0, 1, 13) }),
  { maxLength: 80 },
);

const trailOf = ({ envelope, events }: EnvelopeState): Trail =>
  ({ envelope_id: envelope.id, genesis: '', head: envelope.chain_head, events, listed: [], stated: {} }) as never;

const expectSound = (state: EnvelopeState): void => {
  for (const recipient of state.recipients) {
    const step = stepOf(state.recipients, recipient);
    const needs = recipient.step_needs ?? step.length;
    expect(signersOf(step).length).toBeLessThanOrEqual(needs);
    if (recipient.released) {
      expect(recipient.status).toBe('canceled');
      expect(signersOf(step)).toHaveLength(needs);
    }
    // Nobody is asked in vain.
    if (isOpen(state.envelope) && isActing(recipient)) expect(signersOf(step).length).toBeLessThan(needs);
  }
  expect(checkSteps(trailOf(state)).map(({ result }) => result)).not.toContain('other');
};

/** Everybody whose turn it is signs, one after the other, until nobody is left. */
const signedByAll = (state: EnvelopeState, at: string): EnvelopeState => {
  let now = state;
  for (let rounds = 0; isOpen(now.envelope) && rounds < 40; rounds++) {
    const who = now.recipients.findIndex((one) => isActing(one));
    if (who < 0) return now;
    for (const act of SIGNING) now = after(now, { act, who, after: 0 }, at);
    expectSound(now);
  }
  return now;
};

test('whatever recipients do, in any order, never more than needed count, and the envelope can always be completed', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(shapes, steps, (shape, taken) => {
      let state = created(shape);
      let at = state.envelope.created_at;
      for (const step of taken) {
        at = later(at, step.after * 3_600_000);
        state = after(state, step, at);
        expectSound(state);
      }
      const wasOpen = isOpen(state.envelope);
      if (state.recipients.some(({ released }) => released)) reached.add('released');
      if (wasOpen && state.recipients.some(({ status }) => status === 'declined')) reached.add('goes on');
      if (state.recipients.some(({ delegated_to }) => delegated_to)) reached.add('delegated');
      const last = signedByAll(state, at);
      reached.add(last.envelope.status);
      expect(isOpen(last.envelope)).toBe(false);
      if (!wasOpen) return;
      expect(last.envelope.status).toBe('complete');
      expect(checkSteps(trailOf(last)).every(({ result }) => result === 'holds')).toBe(true);
    }),
    { numRuns: 400, seed: 20261126 },
  );
  expect([...reached].sort()).toEqual(['complete', 'declined', 'delegated', 'goes on', 'released']);
});
