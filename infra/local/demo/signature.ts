import { PNG } from 'pngjs';

const HEIGHT = 200;
const BASELINE = 130;
const INK = [22, 38, 92] as const;
/** Distance between the dots of the pen, in loops of a letter. */
const STEP = 0.004;

/** Draws a name in handwriting, one loop for each letter, as a PNG without a background. */
export const drawSignature = (name: string): Uint8Array => {
  const letters = [...name.replaceAll(' ', '')];
  const advance = 48;
  const width = 120 + (letters.length + 1) * advance;
  const png = new PNG({ width, height: HEIGHT });
  for (let at = 0; at < letters.length; at += STEP) {
    const letter = letters[Math.floor(at)] ?? '';
    const turn = 2 * Math.PI * (at % 1);
    const x = 60 + at * advance + Math.sin(turn) * advance * 0.45;
    const y = BASELINE - (reach(letter) * (1 - Math.cos(turn))) / 2 - at * 1.5;
    dab(png, x, y, 2.4 + 1.4 * Math.sin(turn / 2));
  }
  // The stroke under the name.
  for (let at = 0; at < 1; at += STEP / 4) dab(png, 40 + at * (width - 80), 165 - 14 * Math.sin(at * Math.PI), 2);
  return PNG.sync.write(png);
};

/** Height of a letter's loop above the line; negative below it. */
const reach = (letter: string): number => {
  if (letter !== letter.toLowerCase()) return 105;
  if ('bdfhklt'.includes(letter)) return 80;
  return 'gjpqy'.includes(letter) ? -45 : 36;
};

/** A round spot with soft edges. */
const dab = (png: PNG, x: number, y: number, radius: number): void => {
  for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row++) {
    for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column++) {
      if (row < 0 || column < 0 || row >= HEIGHT || column >= png.width) continue;
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y)));
      const at = (row * png.width + column) * 4;
      png.data.set([...INK, Math.max(png.data[at + 3] ?? 0, cover * 255)], at);
    }
  }
};
