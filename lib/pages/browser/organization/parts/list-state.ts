import { type Signal, signal } from '@preact/signals';
import { latest } from '../../account/latest.ts';
import { onOtherProfile } from '../../user/session.ts';

interface Page<Row> {
  rows: readonly Row[];
  /** Begins the next page; null after the last one. */
  next: string | null;
}

/** A list that is read by the page. */
export interface PagedList<Row> {
  /** Null until it is read. */
  shown: Signal<Page<Row> | null>;
  /** Reads it from its beginning. */
  read(): Promise<void>;
  readMore(): Promise<void>;
  /** Shows at once what an act has changed: `change` gets the rows that are shown. */
  change(change: (rows: readonly Row[]) => readonly Row[]): void;
}

/**
 * Makes a list. `ask` reads a page of it, after the one that ended with `next`; late answers don't overwrite newer
 * ones, and another profile begins with none.
 */
export const pagedList = <Row>(ask: (after: string | null) => Promise<Page<Row>>): PagedList<Row> => {
  const shown = signal<Page<Row> | null>(null);
  const reader = latest(ask, ({ rows, next }, after) => {
    shown.value = { rows: [...((after && shown.value?.rows) || []), ...rows], next };
  });
  onOtherProfile(() => {
    reader.drop();
    shown.value = null;
  });
  return {
    shown,
    read: () => reader.ask(null),
    readMore: () => reader.ask(shown.value?.next ?? null),
    change: (change) => {
      if (shown.value) shown.value = { ...shown.value, rows: change(shown.value.rows) };
    },
  };
};
