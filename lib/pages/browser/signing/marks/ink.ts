import { getStroke } from 'perfect-freehand';
import { fillContours, type Point } from '../../../../pdf/images/fill.ts';

/**
 * Drawn strokes as a picture. It is computed from the strokes themselves: no canvas is read back, which browsers that
 * protect against fingerprinting answer with noise.
 */
export type Stroke = [x: number, y: number, pressure: number][];

/** Room for a picture on a page, in points. */
export interface Room {
  width: number;
  height: number;
}

const outlineOf = (stroke: Stroke, size: number): Point[] =>
  getStroke(stroke, { size, thinning: 0.3, smoothing: 0.5, streamline: 0.4, last: true }) as [number, number][];

/** Width of strokes while they are drawn, in pixels of the screen. */
const DRAWN = 5;

/** A stroke as the path of an SVG. */
export const pathOf = (stroke: Stroke): string => {
  const [first, ...rest] = outlineOf(stroke, DRAWN).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return first ? `M${first}L${rest.join(' ')}Z` : '';
};

/** Width of strokes on paper, in points, as a pen's. */
const PEN = 1.9;
/** Rooms where nobody knows the fields: a small signature and a wide one. */
const USUAL: readonly Room[] = [
  { width: 71, height: 30 },
  { width: 180, height: 54 },
];

/**
 * The width at which strokes are as wide as a pen's once the picture fills its room. For rooms of several sizes, the
 * mean of what the smallest and the largest need.
 */
const penFor = (wide: number, high: number, rooms: readonly Room[]): number => {
  const sizes = rooms
    .filter(({ width, height }) => Math.min(width, height) > 2 * PEN)
    .map(({ width, height }) => Math.max((PEN * wide) / (width - PEN), (PEN * high) / (height - PEN)));
  const size = Math.sqrt(Math.min(...sizes) * Math.max(...sizes));
  return Math.max(THINNEST, Number.isFinite(size) ? size : DRAWN);
};

/** Pixels of the screen: a dot is one, too. */
const THINNEST = 0.5;

const MARGIN = 2;
/** Pixels; the API keeps at most 600 × 300. */
const LARGEST = { width: 600, height: 300 };
/** Pixels of the picture for one of the screen: small drawings are enlarged, so that they are sharp on paper. */
const FINEST = 4;

const spanOf = (values: readonly number[]): { from: number; span: number } => {
  const from = least(values);
  return { from, span: -least(values.map((value) => -value)) - from };
};

/**
 * The strokes as a PNG with transparent background, cut to what was drawn; null where nothing was. Their width suits
 * the `rooms` that the picture is scaled into: with the width of the screen they would nearly vanish there.
 */
export const pictureOf = async (strokes: readonly Stroke[], rooms: readonly Room[] = []): Promise<string | null> => {
  const drawn = strokes.flat();
  if (drawn.length === 0) return null;
  const [wide, high] = [spanOf(drawn.map(([x]) => x)).span, spanOf(drawn.map(([, y]) => y)).span];
  const pen = penFor(wide, high, rooms.length > 0 ? rooms : USUAL);
  const outlines = strokes.map((stroke) => outlineOf(stroke, pen)).filter((outline) => outline.length > 2);
  const points = outlines.flat();
  if (points.length === 0) return null;
  const [across, down] = [spanOf(points.map(([x]) => x)), spanOf(points.map(([, y]) => y))];
  const scale = Math.min(
    FINEST,
    (LARGEST.width - 2 * MARGIN - 1) / across.span,
    (LARGEST.height - 2 * MARGIN - 1) / down.span,
  );
  const [width, height] = [across, down].map(({ span }) => Math.ceil(span * scale) + 2 * MARGIN) as [number, number];
  const alpha = new Float32Array(width * height);
  for (const outline of outlines) {
    const placed = outline.map(
      ([x, y]): Point => [(x - across.from) * scale + MARGIN, (y - down.from) * scale + MARGIN],
    );
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
