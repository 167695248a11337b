import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

interface ChainEvent {
  hash: string;
}

/** The trail with another chain, as somebody would write it who can write to the table: `alter` changes its events. */
export const rewritten = <T extends { events: ChainEvent[] }>(
  trail: T,
  alter: (events: T['events']) => void,
): unknown => {
  const events = structuredClone(trail.events);
  alter(events);
  let previous_hash = '0'.repeat(64);
  for (const [index, event] of events.entries()) {
    Object.assign(event, { previous_hash, sequence: index + 1 });
    const { hash: _, ...hashed } = event;
    event.hash = createHash('sha256')
      .update(canonicalize(hashed) ?? '')
      .digest('hex');
    previous_hash = event.hash;
  }
  return { ...trail, events, head: previous_hash, count: events.length };
};
