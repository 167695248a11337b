import type { FieldItem } from './items.ts';

/** The order in which recipients act, and are shown. */
export const bySequence = <T extends { sequence: number; order: number }>(a: T, b: T): number =>
  a.sequence - b.sequence || a.order - b.order;

/** Fields in the order of reading: by document and page, from the top left to the bottom right. */
export const byPlace = (a: FieldItem, b: FieldItem): number =>
  a.document_id.localeCompare(b.document_id) ||
  a.page - b.page ||
  b.y - a.y ||
  a.x - b.x ||
  a.name.localeCompare(b.name);
