/** Relative luminance of a colour #rgb or #rrggbb (WCAG 2.2), 0 for black to 1 for white. */
const luminance = (color: string): number => {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of two hex colours, 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** White or `dark`, whichever is read better on `color`: the ratio is at least 4.5. */
export const inkOn = (color: string, dark = '#000000'): string =>
  contrast(color, '#ffffff') >= contrast(color, dark) ? '#ffffff' : dark;

/** Grounds of mails, light and dark. */
const CARDS = ['#ffffff', '#1f242c'];

/** True if a button of this colour is hardly seen on a ground of mails. */
export const needsEdge = (color: string): boolean => CARDS.some((card) => contrast(color, card) < 1.5);
