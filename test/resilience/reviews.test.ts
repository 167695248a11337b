import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied } from '../../lib/signing/envelopes/acts/commit.ts';
import { presentRecipient } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { SYSTEM } from '../../lib/signing/envelopes/rules/chain.ts';
import { isActing, isOpen, later } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { MOST_SENT_BACK, sendBack } from '../../lib/signing/envelopes/rules/send-back.ts';
import { signersOf, stepOf } from '../../lib/signing/envelopes/rules/steps.ts';
import type { EnvelopeState, RecipientItem } from '../../lib/storage/records/envelope.ts';
import { checkReviews } from '../../lib/verifier/reviews.ts';
import { checkSteps } from '../../lib/verifier/steps.ts';
import { signings, type Trail } from '../../lib/verifier/trail.ts';
import { after, created, type Shape, type Step } from './envelope-model.ts';

/** Two or three steps, of some of which not all are needed; all who act later may send back. */
const shapes: fc.Arbitrary<Shape> = fc
  .array(fc.record({ members: fc.integer({ min: 1, max: 3 }), needs: fc.option(fc.integer({ min: 1, max: 3 })) }), {
    minLength: 2,
    maxLength: 3,
  })
  .map((steps) => ({
    recipients: steps.flatMap(({ members }, index) =>
      Array.from({ length: members }, (_, at) => ({
        sequence: index + 1,
        type: at === 1 ? ('approver' as const) : ('signer' as const),
        email: 30 + index * 10 + at,
      })),
    ),
    needs: Object.fromEntries(
      steps.flatMap(({ members, needs }, index) => (needs ? [[index + 1, Math.min(members, needs)]] : [])),
    ),
    reviewed: true,
    no_contact: false,
    expires: null,
    reminders: true,
  }));

const SIGNING = ['open', 'agree', 'fill', 'submit'] as const;
/** Acts of one whose turn it is, as a whole; and single ones, also of those who may not. */
const MOVES = {
  sign: [...SIGNING],
  back: ['open', 'agree', 'back'],
  half: ['open', 'agree', 'fill'],
  decline: ['decline'],
  correct: ['correct'],
  reset: ['reset'],
  delegate: ['delegate'],
  stray: ['submit', 'back'],
} as const satisfies Record<string, readonly Step['act'][]>;

const moves: fc.Arbitrary<{ move: keyof typeof MOVES; who: number }[]> = fc.array(
  fc.record({
    move: fc.oneof(
      { weight: 12, arbitrary: fc.constant('sign' as const) },
      { weight: 5, arbitrary: fc.constant('back' as const) },
      { weight: 2, arbitrary: fc.constantFrom('half' as const, 'stray' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('decline' as const, 'correct' as const, 'reset' as const, 'delegate' as const),
      },
    ),
    who: fc.nat({ max: 8 }),
  }),
  { maxLength: 40 },
);

/** The state after the move of one of those who act, or of anybody where it is a stray one. */
const moved = (state: EnvelopeState, { move, who }: { move: keyof typeof MOVES; who: number }, at: string) => {
  const acting = [...state.recipients.keys()].filter((index) => isActing(state.recipients[index] as never));
  const index = move === 'stray' || acting.length === 0 ? who : (acting[who % acting.length] ?? who);
  return MOVES[move].reduce((now, act) => after(now, { act, who: index, after: 0 }, at), state);
};

const trailOf = ({ envelope, events }: EnvelopeState): Trail =>
  ({ envelope_id: envelope.id, genesis: '', head: envelope.chain_head, events, listed: [], stated: {} }) as never;

const backs = ({ events }: EnvelopeState) => events.filter(({ event }) => event === 'recipient:sent_back');

const expectSound = (state: EnvelopeState): void => {
  expect(backs(state).length).toBeLessThanOrEqual(MOST_SENT_BACK);
  for (const recipient of state.recipients) {
    const step = stepOf(state.recipients, recipient);
    const needs = recipient.step_needs ?? step.length;
    expect(signersOf(step).length).toBeLessThanOrEqual(needs);
    if (recipient.released) expect(signersOf(step)).toHaveLength(needs);
    // The comment is there as long as it is to be followed.
    if (recipient.status === 'submitted') expect(recipient.sent_back).toBeUndefined();
  }
  const trail = trailOf(state);
  expect(checkReviews(trail).filter(({ holds }) => !holds)).toEqual([]);
  expect(checkSteps(trail).map(({ result }) => result)).not.toContain('other');
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

test('however often reviewers send back, at most ten times, exactly those signatures count that the verifier counts, and it can be completed', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(shapes, moves, async (shape, taken) => {
      let state = created(shape);
      let at = state.envelope.created_at;
      for (const one of taken) {
        at = later(at, 1000);
        const released = state.recipients.some((person) => person.released);
        const before = backs(state).length;
        state = moved(state, one, at);
        if (backs(state).length > before) reached.add(released ? 'released asked again' : 'sent back');
        expectSound(state);
      }
      const wasOpen = isOpen(state.envelope);
      const last = signedByAll(state, at);
      reached.add(last.envelope.status);
      expect(isOpen(last.envelope)).toBe(false);
      if (wasOpen) expect(last.envelope.status).toBe('complete');
      const counted = await signings(trailOf(last));
      expect(counted.every(({ isBound }) => isBound)).toBe(true);
      expect(counted.map(({ role_name }) => role_name).sort()).toEqual(
        last.recipients
          .filter(({ status }) => status === 'submitted')
          .map(({ role_name }) => role_name)
          .sort(),
      );
    }),
    { numRuns: 200, seed: 20261127 },
  );
  expect([...reached].sort()).toEqual(['complete', 'declined', 'released asked again', 'sent back']);
});

/** An envelope of two signers in turn, of whom the second may send it back. */
const reviewedPair = () => {
  const person = (sequence: number) => ({ sequence, type: 'signer' as const, email: sequence });
  const recipients = [person(1), person(2)];
  return created({ recipients, reviewed: true, no_contact: false, expires: null, reminders: false });
};

test('the eleventh time is refused, and whoever reviews can still decide', () => {
  let state = reviewedPair();
  const at = state.envelope.created_at;
  const play = (who: number, ...taken: Step['act'][]): void => {
    for (const act of taken) state = after(state, { act, who, after: 0 }, at);
  };
  for (let times = 0; times <= MOST_SENT_BACK; times++) {
    play(0, ...SIGNING);
    play(1, 'open', 'agree', 'back');
  }
  expect(backs(state)).toHaveLength(MOST_SENT_BACK);
  expect(state.recipients.map(({ status }) => status)).toEqual(['submitted', 'opened']);
  play(1, 'fill', 'submit');
  expect(state.envelope.status).toBe('complete');
  expect(checkReviews(trailOf(state)).map(({ holds }) => holds)).toEqual(Array(MOST_SENT_BACK).fill(true));
});

test('whoever is asked again keeps consent and values, and proves and signs anew; the reviewer keeps the proofs', () => {
  let state = reviewedPair();
  const at = state.envelope.created_at;
  for (const act of SIGNING) state = after(state, { act, who: 0, after: 0 }, at);
  for (const act of ['open', 'agree'] as const) state = after(state, { act, who: 1, after: 0 }, at);
  const proofs = [{ session: 'one', states: { passcode: 'complete' as const }, verifications: [], kba: null }];
  const proven = {
    auth_methods: ['passcode' as const],
    auth_method_states: { passcode: 'complete' as const },
    proofs,
    proven_in: ['one'],
  };
  state = {
    ...state,
    recipients: state.recipients.map((one) => ({ ...one, ...proven })),
    fields: state.fields.map((field) => ({ ...field, type: 'signature' as const, signed_by: profileOf(state, field) })),
  };
  const [first, reviewer] = state.recipients as [RecipientItem, RecipientItem];
  const change = sendBack(state, reviewer, { back_to: [first.role_name], reason: 'Look again.' }, SYSTEM, at);
  const now = applied(state, change, at);
  expect(now.recipients).toMatchObject([
    { status: 'invited', agreed: true, round: first.round, auth_method_states: { passcode: null }, reopened: 1 },
    { status: 'pending', agreed: true, proofs, proven_in: ['one'], reopened: 1 },
  ]);
  const [asked] = now.recipients as [RecipientItem];
  const seenBy = (session_id: string, one: RecipientItem) =>
    presentRecipient(one, { creator: false, signer: { role_name: one.role_name, session_id } }).sent_back?.reason;
  // The comment is for whoever is verified: it may say what stands in the documents.
  expect([seenBy('one', asked), seenBy('one', { ...asked, ...proven })]).toEqual([undefined, 'Look again.']);
  expect([now.recipients[0]?.proofs, now.recipients[0]?.proven_in]).toEqual([undefined, undefined]);
  expect(state.fields.map(({ value }) => value)).toEqual(['text', null]);
  expect(now.fields.map(({ value }) => value)).toEqual([null, null]);
});

const profileOf = ({ recipients }: EnvelopeState, { role_name }: { role_name: string }): string | null =>
  recipients.find((one) => one.role_name === role_name)?.profile_id ?? null;
