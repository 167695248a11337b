import { type Bytes, concat, unreadable } from './bytes.ts';

/**
 * Unpacks zlib data (RFC 1950). Throws `UnreadableError` where it is none, or where more than `most` bytes come out.
 */
export const inflate = async (data: Bytes, most: number): Promise<Bytes> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) break;
      parts.push(value);
    }
  } catch {
    return unreadable('odd data');
  } finally {
    await reader.cancel().catch(() => {});
  }
  return length > most ? unreadable('too much data') : concat(...parts);
};

/** Undoes the prediction of PNG (ISO 32000-2 section 7.4.4.4), with samples of a byte. */
export const unpredict = (data: Bytes, columns: number): Bytes => {
  const rows = Math.floor(data.length / (columns + 1));
  if (columns < 1 || rows * (columns + 1) !== data.length) return unreadable('rows of another length');
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column++) {
      const here = row * columns + column;
      const left = column > 0 ? (out[here - 1] ?? 0) : 0;
      const up = row > 0 ? (out[here - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (out[here - columns - 1] ?? 0) : 0;
      out[here] = (data[row * (columns + 1) + 1 + column] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return out;
};

const predicted = (kind: number, left: number, up: number, corner: number): number => {
  if (kind === 0) return 0;
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return Math.floor((left + up) / 2);
  if (kind !== 4) return unreadable('an unknown prediction');
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
};
