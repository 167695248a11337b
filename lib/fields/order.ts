import { byCode } from '../base/by-code.ts';

/** The part of a field that its place in the order of reading follows from. */
interface PlacedField {
  name: string;
  document_id: string;
  page: number;
  x: number;
  y: number;
  height: number;
}

/** Order of reading: by the documents' order, the page, the upper edge and the left edge. */
export const byPlace = (
  documents: readonly { id: string; order: number }[],
): ((a: PlacedField, b: PlacedField) => number) => {
  const orders = new Map(documents.map(({ id, order }) => [id, order]));
  const orderOf = ({ document_id }: PlacedField): number => orders.get(document_id) ?? 0;
  return (a, b) =>
    orderOf(a) - orderOf(b) ||
    byCode(a.document_id, b.document_id) ||
    a.page - b.page ||
    b.y + b.height - (a.y + a.height) ||
    a.x - b.x ||
    byCode(a.name, b.name);
};
