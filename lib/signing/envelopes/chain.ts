import canonicalize from 'canonicalize';
import { sha256 } from '../../base/ids.ts';

/** Who did it. `system` is the platform itself (a reminder, an expiry, the seal). */
export interface Actor {
  type: 'user' | 'signer' | 'system';
  /** Profile of a user, access key of a signer. */
  id: string | null;
  email: string | null;
  ip: string | null;
  user_agent: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null, email: null, ip: null, user_agent: null };

/** What happened to an envelope, before it is linked into the chain. */
export interface NewEvent {
  event: string;
  role_name: string;
  event_detail: string;
  actor: Actor;
  /** What an auditor needs beyond the names: hashes of files, what was agreed to, what changed. */
  data?: Record<string, unknown>;
}

/** One link: at once the audit entry, the history entry and the outbox message. */
export interface ChainEvent extends Required<NewEvent> {
  id: string;
  envelope_id: string;
  /** 1 for the first. */
  sequence: number;
  created_at: string;
  previous_hash: string;
  /** SHA-256, hex, of this event's other members as canonical JSON (RFC 8785). */
  hash: string;
}

/** What the first event follows. */
export const GENESIS = '0'.repeat(64);

/** The hash of an event: SHA-256 of the RFC 8785 form of everything but the hash itself. */
export const hashOf = (event: Omit<ChainEvent, 'hash'>): string => {
  const { hash: _, ...hashed } = event as ChainEvent;
  return sha256(canonicalize(hashed) ?? '');
};

/** `events` linked behind the event whose sequence and hash are given, all at the moment `created_at`. */
export const linkEvents = (
  envelope_id: string,
  after: { count: number; head: string },
  events: readonly NewEvent[],
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
      role_name: event.role_name,
      event_detail: event.event_detail,
      actor: event.actor,
      // Round-tripped, so that what is hashed is exactly what a reader gets back.
      data: JSON.parse(JSON.stringify(event.data ?? {})) as Record<string, unknown>,
      previous_hash: head,
    };
    head = hashOf(open);
    linked.push({ ...open, hash: head });
  }
  return linked;
};

/** Null where the events form an unbroken chain from the first to `head`; else the sequence of the first bad link. */
export const brokenLink = (events: readonly ChainEvent[], head: string): number | null => {
  let previous = GENESIS;
  for (const [index, event] of events.entries()) {
    const sound = event.sequence === index + 1 && event.previous_hash === previous && event.hash === hashOf(event);
    if (!sound) return index + 1;
    previous = event.hash;
  }
  return previous === head ? null : events.length + 1;
};
