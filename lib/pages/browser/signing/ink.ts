import { getStroke } from 'perfect-freehand';
import { fillContours, type Point } from '../../../pdf/images/fill.ts';

/**
 * Drawn strokes as a picture. It is computed from the strokes themselves: no canvas is read back, which browsers that
 * protect against fingerprinting answer with noise.
 */
export type Stroke = [x: number, y: number, pressure: number][];

const outlineOf = (stroke: Stroke): Point[] =>
  getStroke(stroke, { size: 5, thinning: 0.6, smoothing: 0.5, streamline: 0.4, last: true }) as [number, number][];

/** A stroke as the path of an SVG. */
export const pathOf = (stroke: Stroke): string => {
  const [first, ...rest] = outlineOf(stroke).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return first ? `M${first}L${rest.join(' ')}Z` : '';
};

const MARGIN = 8;
/** Pixels; the API keeps at most 600 × 300. */
const LARGEST = { width: 600, height: 300 };

/** The strokes as a PNG with transparent ground, cut to what was drawn; null where nothing was. */
export const pictureOf = async (strokes: readonly Stroke[]): Promise<string | null> => {
  const outlines = strokes.map(outlineOf).filter((outline) => outline.length > 2);
  const points = outlines.flat();
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [least(xs) - MARGIN, least(ys) - MARGIN];
  const [wide, high] = [-least(xs.map((x) => -x)) - left + MARGIN, -least(ys.map((y) => -y)) - top + MARGIN];
  const scale = Math.min(2, LARGEST.width / wide, LARGEST.height / high);
  const [width, height] = [Math.ceil(wide * scale), Math.ceil(high * scale)];
  const alpha = new Float32Array(width * height);
  for (const outline of outlines) {
    const placed = outline.map(([x, y]): Point => [(x - left) * scale, (y - top) * scale]);
    fillContours([placed], width, height).forEach((covered, at) => {
      alpha[at] = Math.max(alpha[at] ?? 0, covered);
    });
  }
  return encodePng(alpha, width, height);
};

/** Strokes have too many points for the arguments of one call. */
const least = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other));

/** Grey and alpha, eight bits each: a black that is as dense as the ink. */
const encodePng = async (alpha: Float32Array, width: number, height: number): Promise<string> => {
  const rows = new Uint8Array(height * (width * 2 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width * 2 + 1) + 2 + x * 2] = Math.round((alpha[y * width + x] ?? 0) * 255);
    }
  }
  const packed = new Response(new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate')));
  const header = new Uint8Array([...fourBytes(width), ...fourBytes(height), 8, 4, 0, 0, 0]);
  const png = [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', header),
    ...chunk('IDAT', new Uint8Array(await packed.arrayBuffer())),
    ...chunk('IEND', new Uint8Array()),
  ];
  return `data:image/png;base64,${btoa(png.map((byte) => String.fromCharCode(byte)).join(''))}`;
};

const fourBytes = (number: number): number[] => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);

const chunk = (type: string, data: Uint8Array): number[] => {
  const named = [...[...type].map((letter) => letter.charCodeAt(0)), ...data];
  return [...fourBytes(data.length), ...named, ...fourBytes(crc32(named))];
};

const crc32 = (bytes: readonly number[]): number => {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};
