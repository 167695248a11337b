import { listEntryKey, ownTemplatesList, PUBLIC_TEMPLATES_LIST, templatesList } from '../../storage/keys.ts';
import { type Entry, entryWrites } from '../../storage/list.ts';
import { searchText } from '../../storage/words.ts';
import type { Alteration, Write } from '../../storage/write.ts';
import { searchKey } from './present.ts';
import type { Listed, TemplateItem } from './record.ts';
import type { Visibility } from './schema.ts';

/**
 * A template in a list: all that the list shows of it, so that a page takes no further reads. But for `data`, which may be
 * larger than all the rest: few templates have any, and those are read again.
 */
export interface TemplateEntry extends Entry, Listed {
  name: string;
  has_data?: boolean;
}

/** The facet of templates that somebody has put a star on. */
export const STARRED = 'starred';

/** And of those that nobody has. */
export const UNSTARRED = 'unstarred';

/**
 * A template stands in its creator's list, in its organization's, and, if it is public, in that of all public ones. In each
 * of them its visibility is its bucket and its cell; private ones are shown by their creator's list alone.
 */
const entriesOf = (header: TemplateItem | undefined): Map<string, TemplateEntry> => {
  if (!header) return new Map();
  const { visibility, profile_id, organization_id } = header;
  const entry = entryOf(header);
  return new Map([
    [ownTemplatesList(profile_id), entry],
    [templatesList(organization_id), visibility === 'private' ? { ...unsearched(entry), bucket: null } : entry],
    ...(visibility === 'public' ? [[PUBLIC_TEMPLATES_LIST, entry] as const] : []),
  ]);
};

const entryOf = ({ pk, sk, data, version, ...listed }: TemplateItem): TemplateEntry => ({
  ...listed,
  has_data: data !== null,
  bucket: listed.visibility,
  cell: listed.visibility,
  search: searchText(searchKey(listed)),
  facets: [listed.star_counter > 0 ? STARRED : UNSTARRED],
  ranked: ['last_used_at', 'counter', 'star_counter'],
});

const unsearched = ({ search, facets, ranked, ...rest }: TemplateEntry): TemplateEntry => rest as TemplateEntry;

/** The visibility of the templates that a cell counts. */
export const readCell = (cell: string): Visibility => cell as Visibility;

/** The writes that bring every list from the template as it was to the template as it is. */
export const listWrites = (before: TemplateItem | undefined, after: TemplateItem | undefined): Write[] => {
  const old = entriesOf(before);
  const fresh = entriesOf(after);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((list) =>
    entryWrites(list, old.get(list), fresh.get(list)),
  );
};

/** The writes that make `changes` to the template's entries. */
export const useInLists = (header: TemplateItem, use: Alteration): Write[] =>
  [...entriesOf(header).keys()].map((list): Write => ({ change: listEntryKey(list, header.id), ...use }));
