/**
 * A text of somebody's own inside of a sentence: whatever direction it has, it doesn't change the order of the words around it
 * (UAX #9, first strong isolate).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
