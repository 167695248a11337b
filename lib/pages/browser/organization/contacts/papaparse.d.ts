/** The part of the library that reads and writes CSV. Its published types bring Node's into code of browsers. */
declare module 'papaparse' {
  const Papa: {
    /** Reads a text as rows of cells, whichever delimiter it has. Also an unclosed quote gives rows. */
    parse(text: string): { data: string[][] };
    /** Writes rows. `escapeFormulae`: cells that get an apostrophe before them. */
    unparse(rows: readonly (readonly string[])[], config: { escapeFormulae: RegExp }): string;
  };
  export default Papa;
}
