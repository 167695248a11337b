import type { FieldItem } from '../../storage/records/envelope.ts';

/** Order in which recipients act and are shown. */
export const bySequence = <T extends { sequence: number; order: number }>(a: T, b: T): number =>
  a.sequence - b.sequence || a.order - b.order;

/** Fields in the order of reading: by document and page, from the top left to the bottom right. */
export const byPlace = (a: FieldItem, b: FieldItem): number =>
  byCode(a.document_id, b.document_id) || a.page - b.page || b.y - a.y || a.x - b.x || byCode(a.name, b.name);

/**
 * Compares by code units. A locale's order isn't needed, and loading it would take a new process longer than reading an
 * envelope.
 */
export const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
