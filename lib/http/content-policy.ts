/** Directives of a Content-Security-Policy with their sources; without any they allow nothing. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * A keyword, nonce or hash, a scheme, everything, or an address of letters that end neither a source nor a directive
 * nor a policy.
 */
const SOURCE = /^(?:'[\w+/=-]+'|data:|\*|https?:\/\/[\w.:[\]-]+(?:\/[\w./~%-]*)?)$/;

/**
 * Writes a Content-Security-Policy. Throws for a source with other letters: whatever came from a stored text has to be
 * parsed before, and never adds a source or a directive.
 */
export const contentPolicy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => {
      const odd = sources.find((source) => !SOURCE.test(source));
      if (odd !== undefined) throw new Error(`Not a source of a policy: ${JSON.stringify(odd)}`);
      return `${name} ${sources.join(' ') || "'none'"}`;
    })
    .join('; ');
