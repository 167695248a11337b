/** The ends of sentences that say why a file can't be used: each says what people can do. Pages have words for each. */
const REMEDIES = {
  print: 'print it to a PDF and upload that',
  resave: 'save it again with the program that made it, or print it to a PDF, and upload that',
  another: 'upload a PDF, PNG or JPEG file: most programs can save or print as PDF',
  unlock: 'save it without a password and upload that',
  unsigned: 'upload it as it was before it was signed, or print it to a PDF and upload that',
  divide: 'divide it into several documents',
  shrink: 'save it with fewer pixels and upload that',
  flatten: 'remove some of them, or print it to a PDF and upload that',
} as const;

/** The thing that people can do with a file that can't be used. */
export type Remedy = keyof typeof REMEDIES;

/** A reason with what people can do. */
export const withRemedy = (reason: string, remedy: Remedy): string => `${reason}; ${REMEDIES[remedy]}`;

/** The remedy that the sentence of a refusal names; undefined if it names none. */
export const remedyIn = (sentence: string): Remedy | undefined =>
  (Object.keys(REMEDIES) as Remedy[]).find((remedy) => sentence.endsWith(`; ${REMEDIES[remedy]}.`));
