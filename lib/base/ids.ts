import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v5, v7 } from 'uuid';
import { now } from './clock.ts';

/** A new UUID v7: unique, and sorted by the time it was made. Every record's id comes from here. */
export const newId = (): string => v7({ msecs: now().getTime() });

/** The UUID (v5, RFC 9562) derived from `kind` and the record's `id`: known without a read. */
export const derivedId = (kind: string, id: string): string => v5(kind, id);

/** A UUID derived from `kind` and the UUID v7 `id`, that is sorted by the same time. */
export const derivedEventId = (kind: string, id: string): string =>
  `${id.slice(0, 14)}7${derivedId(kind, id).slice(15)}`;

/**
 * The smallest UUID v7 that could have been made at `iso` or later: turns a time into a bound on ids sorted by time.
 * All times before 1970, where UUID v7 begins, have the same bound.
 */
export const idBoundary = (iso: string): string => {
  const hex = Math.max(0, new Date(iso).getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
};

/** The id that follows another in their order: whatever comes before it begins with that one. */
export const idAfter = (id: string): string => {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** The moment at which a UUID v7 was made, as an ISO 8601 string. */
export const timeOfId = (id: string): string =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString();

/** A new secret of 256 bits, base64url: access keys, API secrets, refresh tokens, one-use codes in links. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a text or bytes, in hex. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The form in which a high-entropy secret is stored: its SHA-256, base64url. (Passwords use argon2id instead.) */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** True if `hash` was made from `secret`. Compares in constant time. */
export const isHashOf = (hash: string | null | undefined, secret: string): boolean => {
  const stored = Buffer.from(hash ?? '');
  const presented = Buffer.from(hashSecret(secret));
  return stored.length === presented.length && timingSafeEqual(stored, presented);
};
