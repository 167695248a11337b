import { cursorAfter, positionAfter } from '../../base/cursor.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { sumOfCells } from '../../storage/lists/list.ts';
import { readPage, type Source } from '../../storage/lists/page.ts';
import { wordsOf } from '../../storage/lists/words.ts';
import {
  draftsList,
  ownDraftsList,
  readBesideRows,
  readCell,
  type TemplateEntry,
} from '../../storage/templates/entries.ts';
import type { DraftQuery, DraftSummary } from './draft-schema.ts';
import { presentDraftSummary } from './present-draft.ts';

interface Page {
  count: number;
  count_is_exact: boolean;
  rows: number;
  page: number;
  next: string | null;
  drafts: DraftSummary[];
}

const ALL = ['private', 'shared'];
const ORDER = 'updated_at down';

/**
 * Lists a page of the drafts that the caller works on, the latest change first: own ones and those that members share.
 * Two Queries, and a read of the counts unless the page shows all.
 */
export const listDrafts = async (caller: UserCaller, query: DraftQuery): Promise<Page> => {
  const { q = '', page, rows } = query;
  const words = wordsOf(q);
  const own: Source = { list: ownDraftsList(caller.profile_id), all: ALL, buckets: ['private'] };
  const shared: Source = { list: draftsList(caller.organization_id), all: ALL, buckets: ['shared'] };
  const isVoid = q !== '' && words.length === 0;
  const { entries, known, exact, isAll, next } = await readPage<TemplateEntry>({
    sources: isVoid ? [] : [own, shared],
    order: 'updated',
    ascending: false,
    page,
    rows,
    after: positionAfter(query, ORDER),
    whole: true,
    words,
  });
  const isCounted = q === '' && !isAll;
  return {
    count: isCounted ? Math.max(await countOf([own, shared]), page * rows + entries.length) : known,
    count_is_exact: q === '' || exact,
    rows: entries.length,
    page,
    next: cursorAfter(next, ORDER),
    drafts: entries.map(presentDraftSummary),
  };
};

const countOf = async (sources: readonly Source[]): Promise<number> => {
  const lists = sources.map(({ list }) => list);
  const { counts } = await readBesideRows({ lists, data: [], stars: [], by: '' });
  return sources.reduce(
    (sum, { buckets }, index) => sum + sumOfCells(counts[index] ?? [], (cell) => buckets.includes(readCell(cell))),
    0,
  );
};
