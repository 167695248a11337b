import type { Call } from './recorder.ts';

/**
 * Lists that never had a row in any answer: functions whose whole answer is one, and members of records by their name.
 * A declared type can't be compared with the rows of an empty list.
 */
export const listsWithoutRows = (calls: readonly Call[]): string[] => {
  const rows = new Map<string, boolean>();
  for (const { name, answer } of calls) note(rows, `${name}()`, answer);
  return [...rows].filter(([, had]) => !had).map(([place]) => place);
};

const note = (rows: Map<string, boolean>, place: string, value: unknown): void => {
  if (Array.isArray(value)) {
    rows.set(place, rows.get(place) || value.length > 0);
    for (const one of value) note(rows, `${place}[]`, one);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    for (const [name, member] of Object.entries(value)) note(rows, name, member);
  }
};
