/** A number as PDF writes them: no exponent, no more digits than a printer shows. */
const format = (value: number): string => {
  const fixed = value.toFixed(4);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
};

/** Operators with their operands, as content streams have them. */
export const operator = (...parts: (number | string)[]): string =>
  parts.map((part) => (typeof part === 'number' ? format(part) : part)).join(' ');
