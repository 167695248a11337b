import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../../account/list-parts.tsx';
import { ActButton } from '../../shared/parts.tsx';
import { keepReading, readsFailed } from '../../shared/run.ts';
import { w } from '../words/index.ts';
import type { PagedList } from './list-state.ts';

/**
 * The rows of a list, which it reads when it appears, and again when `given` changes (what the list is narrowed by).
 * `children` draws a row as an `li`; `empty` is shown in the place of no rows.
 */
export const List = <Row,>({
  of,
  label,
  empty,
  given = '',
  narrowed = (rows) => rows,
  children,
}: {
  of: PagedList<Row>;
  label: string;
  empty: ComponentChildren;
  given?: string;
  /** Rows that are shown, where the page itself narrows the list. */
  narrowed?: (rows: readonly Row[]) => readonly Row[];
  children: (row: Row) => ComponentChildren;
}) => {
  useEffect(() => keepReading(of.read), [given]);
  const found = of.shown.value;
  const rows = narrowed(found?.rows ?? []);
  return (
    <>
      {!found && !readsFailed.value && <Skeleton />}
      {found && rows.length === 0 && <div class="empty">{empty}</div>}
      {rows.length > 0 && (
        <ul class="list entries" aria-label={label}>
          {rows.map(children)}
        </ul>
      )}
      {found?.next && (
        <ActButton other act={of.readMore}>
          {w.showMore}
        </ActButton>
      )}
    </>
  );
};
