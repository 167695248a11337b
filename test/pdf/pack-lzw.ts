const [CLEAR, END, LEAST_BITS, LAST] = [256, 257, 9, 4093];

/** Writes LZW codes as most writers do: they get longer one code early (ISO 32000-2 section 7.4.4). */
const writeCodes = (codes: readonly number[]): Uint8Array => {
  let [next, width] = [END + 1, LEAST_BITS];
  const digits = codes.map((code) => {
    const written = code.toString(2).padStart(width, '0');
    if (code === CLEAR) [next, width] = [END + 1, LEAST_BITS];
    else if (++next === 1 << width) width++;
    return written;
  });
  return Uint8Array.from(digits.join('').match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
};

/** Packs data by LZW. */
export const packLzw = (data: Uint8Array): Uint8Array => {
  const codes = [CLEAR];
  let known = new Map<number, number>();
  let text: number | undefined;
  for (const byte of data) {
    const longer = text === undefined ? byte : known.get(text * 256 + byte);
    if (longer !== undefined) {
      text = longer;
      continue;
    }
    codes.push(text as number);
    known.set((text as number) * 256 + byte, END + 1 + known.size);
    text = byte;
    if (END + known.size < LAST) continue;
    codes.push(CLEAR);
    known = new Map();
  }
  return writeCodes([...codes, ...(text === undefined ? [] : [text]), END]);
};

/** Zeros, packed so that each code stands for one more of them than the code before: 7 MB in 6 kB, so many times. */
export const packedZeros = (times: number): Uint8Array => {
  const once = [CLEAR, 0, ...Array.from({ length: LAST - END - 1 }, (_, at) => END + 1 + at)];
  return writeCodes([...Array(times).fill(once).flat(), END]);
};
