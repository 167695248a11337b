/** Lines of a text, by all that any mail program takes for the end of one. */
export const quoteLines = (quote: string): string[] => quote.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);

/** A party's text in a plain-text mail: each line has a quote mark, however long the text is. */
export const quotedText = (text: string): string =>
  quoteLines(text)
    .flatMap(folded)
    .map((line) => `> ${line}`)
    .join('\n');

/**
 * Longest line of a quotation in plain text, with its mark (RFC 3676 4.2): mail programs break longer ones, and what
 * follows has no mark.
 */
const LONGEST_LINE = 76;

/** Breaks a line between words, or within one that is longer than a line. */
const folded = (line: string): string[] => {
  const lines = [''];
  for (const word of line.split(/(?<= )/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && (last + word).trimEnd().length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = last + word;
  }
  return lines.flatMap((one) => {
    const characters = [...one.trimEnd()];
    const count = Math.max(1, Math.ceil(characters.length / LONGEST_LINE));
    return Array.from({ length: count }, (_, at) =>
      characters.slice(at * LONGEST_LINE, (at + 1) * LONGEST_LINE).join(''),
    );
  });
};
