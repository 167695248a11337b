import { createHash } from 'node:crypto';
import { expect } from 'vitest';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * RFC 8785, written from its text and not with the platform's library: names by UTF-16 units, no space, ES6 numbers.
 */
export const canonical = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
};

interface Link {
  id: string;
  sequence: number;
  event: string;
  event_detail: string;
  previous_hash: string;
  hash: string;
}

export interface Audit {
  genesis: string;
  head: string;
  count: number;
  intact: boolean;
  events: Link[];
  documents: { id: string; type: string; sealed_sha256: string | null }[];
}

/** Recomputes the chain from what `GET …/audit` answers, as an outsider would. */
export const expectUnbroken = ({ genesis, head, count, intact, events }: Audit): void => {
  let previous = genesis;
  for (const [index, { hash, ...hashed }] of events.entries()) {
    expect(hashed.sequence).toBe(index + 1);
    expect(hashed.previous_hash).toBe(previous);
    expect(
      createHash('sha256')
        .update(canonical(hashed as unknown as Json))
        .digest('hex'),
    ).toBe(hash);
    previous = hash;
  }
  expect({ head, count, intact }).toEqual({ head: previous, count: events.length, intact: true });
};

/** Number of an event's occurrences in the chain. */
export const countOf = ({ events }: { events: { event: string }[] }, event: string): number =>
  events.filter((one) => one.event === event).length;
