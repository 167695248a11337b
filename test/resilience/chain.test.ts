import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import {
  brokenLink,
  type ChainEvent,
  GENESIS,
  linkEvents,
  type NewEvent,
  SYSTEM,
} from '../../lib/signing/envelopes/rules/chain.ts';
import { canonical, expectUnbroken } from './chain.ts';

const events: fc.Arbitrary<NewEvent[]> = fc.array(
  fc.record({
    event: fc.constantFrom('recipient:opened', 'recipient:agreed', 'envelope:updated'),
    role_name: fc.string({ unit: 'binary' }),
    event_detail: fc.string(),
    actor: fc.record({
      type: fc.constantFrom('user' as const, 'signer' as const),
      id: fc.uuid(),
      email: fc.option(fc.emailAddress()),
      ip: fc.option(fc.ipV6()),
      user_agent: fc.option(fc.string({ unit: 'grapheme' })),
    }),
    data: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>,
  }),
  { minLength: 1, maxLength: 6 },
);

const linked = (given: readonly NewEvent[]): { chain: ChainEvent[]; head: string } => {
  const chain = linkEvents(newId(), { count: 0, head: GENESIS }, given, '2026-05-05T05:05:05.555Z', newId);
  return { chain, head: chain.at(-1)?.hash ?? GENESIS };
};

test('the chain can be recomputed from its JSON by an implementation of RFC 8785 that is not the platform’s', () => {
  fc.assert(
    fc.property(events, (given) => {
      const { chain, head } = linked(given);
      const sent = JSON.parse(JSON.stringify(chain));
      expectUnbroken({ genesis: GENESIS, head, count: chain.length, intact: true, events: sent, documents: [] });
      expect(brokenLink(sent, head)).toBeNull();
    }),
  );
});

test('that implementation writes the same as the library, numbers and odd names included', () => {
  const example = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '😀': 5,
  };
  expect(canonical(example)).toBe(canonicalize(example));
  fc.assert(fc.property(fc.jsonValue(), (value) => canonical(value as never) === canonicalize(value)));
});

/** Ways to change a chain after the fact, each at a place given by a number. */
const TAMPERINGS: Record<string, (chain: ChainEvent[], at: number) => ChainEvent[]> = {
  'another actor': (chain, at) => chain.map((one, index) => (index === at ? { ...one, actor: SYSTEM } : one)),
  'another detail': (chain, at) =>
    chain.map((one, index) => (index === at ? { ...one, event_detail: `${one.event_detail}.` } : one)),
  'another time': (chain, at) =>
    chain.map((one, index) => (index === at ? { ...one, created_at: '2026-05-05T05:05:05.556Z' } : one)),
  'one more datum': (chain, at) =>
    chain.map((one, index) => (index === at ? { ...one, data: { ...one.data, '§': 1 } } : one)),
  'an event left out': (chain, at) => chain.toSpliced(at, 1),
  'an event left out, the rest renumbered': (chain, at) =>
    chain.toSpliced(at, 1).map((one, index) => ({ ...one, sequence: index + 1 })),
  'an event listed twice': (chain, at) => chain.toSpliced(at, 0, chain[at] as ChainEvent),
  'a foreign event put in': (chain, at) =>
    chain.toSpliced(
      at,
      0,
      linked([{ event: 'envelope:cc', role_name: '', event_detail: '', actor: SYSTEM }]).chain[0] as ChainEvent,
    ),
  'two events swapped': (chain, at) =>
    chain.length < 2 ? [] : chain.toSpliced(at, 1).toSpliced((at + 1) % chain.length, 0, chain[at] as ChainEvent),
};

test.each(Object.keys(TAMPERINGS))('%s breaks the chain at that place or before', (name) => {
  fc.assert(
    fc.property(events, fc.nat(), (given, place) => {
      const { chain, head } = linked(given);
      const at = place % chain.length;
      const broken = brokenLink(TAMPERINGS[name]?.(chain, at) ?? chain, head);
      expect(broken).not.toBeNull();
      expect(broken).toBeLessThanOrEqual(chain.length + 1);
    }),
  );
});

test('a chain that is rewritten from some event on, with right hashes, doesn’t end at the head in the header', () => {
  fc.assert(
    fc.property(events, fc.nat(), (given, place) => {
      const { chain, head } = linked(given);
      const at = place % chain.length;
      const forged = given.map((one, index) => (index === at ? { ...one, event_detail: `${one.event_detail}.` } : one));
      const [first] = chain;
      const again = linkEvents(
        first?.envelope_id ?? '',
        { count: 0, head: GENESIS },
        forged,
        first?.created_at ?? '',
        newId,
      );
      expect(brokenLink(again, again.at(-1)?.hash ?? '')).toBeNull();
      expect(brokenLink(again, head)).toBe(chain.length + 1);
    }),
  );
});
