import canonicalize from 'canonicalize';
import { sha256 } from '../../../base/ids.ts';
import type { EVENT_DATA, EventName } from '../../../storage/outbox/event-names.ts';
import type { Actor, EventItem } from '../../../storage/records/envelope.ts';

export type { Actor };

export const SYSTEM: Actor = { type: 'system', id: null, email: null, ip: null, user_agent: null };

/** Further facts for an auditor: hashes of files, accepted disclosures, changes. */
type EventData<Name extends EventName> = { [Member in (typeof EVENT_DATA)[Name][number]]?: unknown };

/** An event of an envelope, before it is linked into the chain. `tsc` refuses data that an event doesn't have. */
export type NewEvent = {
  [Name in EventName]: {
    event: Name;
    /** Empty by default: an event of the whole envelope. */
    role_name?: string;
    event_detail?: string;
    actor: Actor;
    data?: EventData<Name>;
  };
}[EventName];

/** The hashed members of an event, and its hash. */
export type ChainEvent = Omit<EventItem, 'organization_id' | 'subject'>;

/** Previous hash of the first event. */
export const GENESIS = '0'.repeat(64);

/** Hashes an event: SHA-256 of the RFC 8785 form of all members but the hash. */
export const hashOf = (event: Omit<ChainEvent, 'hash'>): string => {
  const { hash: _, ...hashed } = event as ChainEvent;
  return sha256(canonicalize(hashed) ?? '');
};

/** Links `events` to the chain after the given sequence and hash, all with the time `created_at`. */
export const linkEvents = (
  envelope_id: string,
  after: { count: number; head: string },
  events: readonly (Pick<ChainEvent, 'event' | 'actor'> &
    Partial<Pick<ChainEvent, 'role_name' | 'event_detail' | 'data'>>)[],
  created_at: string,
  ids: () => string,
): ChainEvent[] => {
  const linked: ChainEvent[] = [];
  let { count, head } = after;
  for (const event of events) {
    count += 1;
    const open = {
      id: ids(),
      envelope_id,
      sequence: count,
      created_at,
      event: event.event,
      role_name: event.role_name ?? '',
      event_detail: event.event_detail ?? '',
      actor: event.actor,
      // Through JSON and back, so that exactly the data that readers get are hashed.
      data: JSON.parse(JSON.stringify(event.data ?? {})) as Record<string, unknown>,
      previous_hash: head,
    };
    head = hashOf(open);
    linked.push({ ...open, hash: head });
  }
  return linked;
};

/** Checks the chain up to `head`: returns null if it is unbroken, else the sequence of the first bad link. */
export const brokenLink = (events: readonly ChainEvent[], head: string): number | null => {
  let previous = GENESIS;
  for (const [index, event] of events.entries()) {
    const sound = event.sequence === index + 1 && event.previous_hash === previous && event.hash === hashOf(event);
    if (!sound) return index + 1;
    previous = event.hash;
  }
  return previous === head ? null : events.length + 1;
};
