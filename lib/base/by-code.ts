/**
 * Compares by code units. A locale's order isn't needed, and loading it would take a new process longer than reading an
 * envelope.
 */
export const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
