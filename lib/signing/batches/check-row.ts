import { checked } from '../../base/checked.ts';
import { Failure } from '../../base/errors.ts';
import { messageOf } from '../../base/message-of.ts';
import { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { PROBLEMS_PER_ROW } from './limits.ts';
import type { RowRequest } from './row-request.ts';

/** A problem of a row: the index of its column, null for the whole row, and the words of the API's error. */
export interface RowProblem {
  column: number | null;
  error: string;
}

/**
 * Finds all problems of a row by the rules for a single envelope. `make` makes the request without the columns that are
 * known to be wrong; `build` makes the envelope, or throws its failure.
 */
export const problemsOfRow = (
  make: (without: ReadonlySet<number>) => RowRequest,
  build: (request: NewEnvelope) => unknown,
): RowProblem[] => {
  const problems: RowProblem[] = [];
  const wrong = new Set<number>();
  while (problems.length < PROBLEMS_PER_ROW) {
    const found = problemsIn(make(wrong), build).filter(({ column }) => column === null || !wrong.has(column));
    if (found.length === 0) break;
    // A cell that is wrong was left out: a consequence of that is no problem of its own.
    const isConsequence = problems.length > 0 && found.every(({ column }) => column === null);
    if (!isConsequence) problems.push(...found);
    const columns = found.flatMap(({ column }) => column ?? []);
    if (columns.length === 0) break;
    for (const column of columns) wrong.add(column);
  }
  return problems.slice(0, PROBLEMS_PER_ROW);
};

const problemsIn = ({ request, columnOf }: RowRequest, build: (request: NewEnvelope) => unknown): RowProblem[] => {
  const result = checked(NewEnvelope, request);
  if ('faults' in result) {
    return result.faults.map(({ path, rule }) => problemAt(path, rule, columnOf));
  }
  try {
    build(result.data);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const text = error.code === 'invalid' ? (error.details as { detail: string }).detail : undefined;
    const [, path, rule] = (text && /^([\w.]+): ([\s\S]+)$/.exec(text)) || [];
    return path === undefined || rule === undefined
      ? [{ column: null, error: messageOf(error) }]
      : [problemAt(path, rule, columnOf)];
  }
};

/** A member that no column gives is named as the API names it. */
const problemAt = (path: string, rule: string, columnOf: RowRequest['columnOf']): RowProblem => {
  const column = columnOf(path);
  return column === undefined ? { column: null, error: `${path}: ${rule}` } : { column, error: rule };
};
