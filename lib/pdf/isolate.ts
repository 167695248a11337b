/** Left-to-right, right-to-left and first strong isolates, and what ends them. */
const ISOLATES = /[\u2066-\u2069]/gu;
const END = '\u2069';

/**
 * A text of somebody's own inside of a sentence: whatever direction it has, it doesn't change the order of the words around
 * it (UAX #9, first strong isolate). Isolates that the text leaves open are closed, and it can't end this one.
 */
export const isolate = (text: string): string => {
  let open = 0;
  const balanced = text.replace(ISOLATES, (character) => {
    if (character !== END) open++;
    else if (open === 0) return '';
    else open--;
    return character;
  });
  return `\u2068${balanced}${END.repeat(open + 1)}`;
};
