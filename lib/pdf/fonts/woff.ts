import { inflateSync } from 'node:zlib';

/**
 * Unpacks a WOFF 1.0 file (W3C Recommendation) to its OpenType font: inflates its tables and rewrites its directory.
 */
export const unpackWoff = (woff: Buffer): Buffer => {
  const tableCount = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = 2 ** Math.floor(Math.log2(tableCount));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(tableCount, 4);
  font.writeUInt16BE(power * 16, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE((tableCount - power) * 16, 10);

  let end = 12 + tableCount * 16;
  for (let table = 0; table < tableCount; table++) {
    const from = 44 + table * 20;
    const to = 12 + table * 16;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(offset, offset + packed);
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    font.set(packed < length ? inflateSync(data) : data, end);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
};
