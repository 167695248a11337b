/** Left-to-right, right-to-left and first strong isolates, and their end. */
const ISOLATES = /[\u2066-\u2069]/gu;
const END = '\u2069';

/**
 * Isolates a person's text within a sentence: its direction doesn't change the order of the words around it (UAX #9,
 * first strong isolate). Open isolates in the text are closed, and it can't end this one.
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
