import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The part of `GET /v2/envelopes/{envelope_id}/audit` that is checked. */
export interface Audit {
  genesis: string;
  head: string;
  count: number;
  events: { hash: string; previous_hash: string; event: string; sequence: number }[];
  documents: { id: string; name: string; sealed_sha256: string | null; seal_level: string | null }[];
}

/**
 * Recomputes the chain as any reader can, without the platform's code: each event's hash is the SHA-256 of its other
 * members as canonical JSON (RFC 8785), and each contains the previous hash. Throws at the first link that fails.
 */
export const checkChain = ({ genesis, head, count, events }: Audit): void => {
  let previous = genesis;
  for (const [index, { hash, ...event }] of events.entries()) {
    const computed = sha256(canonicalize(event) ?? '');
    const sound = event.sequence === index + 1 && event.previous_hash === previous && hash === computed;
    if (!sound) throw new Error(`The audit trail is broken at its event ${index + 1}`);
    previous = hash;
  }
  if (previous !== head || events.length !== count) throw new Error('The audit trail is not complete');
};

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
