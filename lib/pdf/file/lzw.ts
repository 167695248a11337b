import { MAX_UNPACKED, StreamTooLargeError } from './reading-limits.ts';

const [CLEAR, END] = [256, 257];
const [LEAST_BITS, MOST_BITS] = [9, 12];
const MOST_CODES = 1 << MOST_BITS;

/**
 * Unpacks LZW data (ISO 32000-2 section 7.4.4). The library's own filter takes longer codes one code too late, and
 * loses the rest. `early` is 1 where codes get longer one code early. Damaged data end where the damage is. Throws
 * `StreamTooLargeError`.
 */
export const unpackLzw = (data: Uint8Array, early: number): Uint8Array => {
  // A code's text stands in the output already: where it was written first, and one byte more.
  const starts = new Uint32Array(MOST_CODES);
  const lengths = new Uint32Array(MOST_CODES).fill(1, 0, CLEAR);
  let output = Buffer.alloc(Math.max(1024, data.length * 4));
  let [size, held, bits, next, width, last] = [0, 0, 0, END + 1, LEAST_BITS, 0];
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xfffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const entry = (held >> bits) & ((1 << width) - 1);
    if (entry === END) break;
    if (entry === CLEAR) {
      [next, width, last] = [END + 1, LEAST_BITS, 0];
      continue;
    }
    const isNew = entry === next && last > 0;
    if (entry >= next && !isNew) break;
    const length = isNew ? last + 1 : (lengths[entry] as number);
    if (size + length > MAX_UNPACKED) throw new StreamTooLargeError();
    if (size + length > output.length) output = Buffer.concat([output], output.length * 2 + length);
    if (entry < CLEAR) output[size] = entry;
    else {
      const from = isNew ? size - last : (starts[entry] as number);
      for (let at = 0; at < length; at++) output[size + at] = output[from + at] as number;
    }
    if (last > 0 && next < MOST_CODES) {
      starts[next] = size - last;
      lengths[next++] = last + 1;
      if (next + early === 1 << width && width < MOST_BITS) width++;
    }
    size += length;
    last = length;
  }
  return output.subarray(0, size);
};
