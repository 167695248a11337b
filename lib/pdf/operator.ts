/** Formats a number for PDF: no exponent, no more digits than a printer shows. */
const format = (value: number): string => {
  const fixed = value.toFixed(4);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
};

/** Formats an operator with its operands. */
export const operator = (...parts: (number | string)[]): string =>
  parts.map((part) => (typeof part === 'number' ? format(part) : part)).join(' ');
