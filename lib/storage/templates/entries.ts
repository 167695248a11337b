import { getItems } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import {
  draftsList,
  ownDraftsList,
  ownTemplatesList,
  PUBLIC_TEMPLATES_LIST,
  templateKey,
  templateStarKey,
  templatesList,
} from '../engine/keys.ts';
import { countsKeys, countsOf, type Entry, type ListCounts } from '../lists/list.ts';
import { searchText } from '../lists/words.ts';
import type { Listed, TemplateItem, TemplateVisibility } from '../records/template.ts';

export { draftsList, ownDraftsList, ownTemplatesList, PUBLIC_TEMPLATES_LIST, templatesList };

/**
 * A template in a list, with everything that the list shows, so that a page takes no further reads. Except `data`,
 * which may be larger than all the rest: few templates have any, and those are read again.
 */
export interface TemplateEntry extends Entry, Listed {
  name: string;
  has_data?: boolean;
}

/** The facet of templates with a star. */
export const STARRED = 'starred';

/** The facet of templates without a star. */
export const UNSTARRED = 'unstarred';

/** The searchable text of a template. */
export const searchKey = ({ name, description }: Pick<Listed, 'name' | 'description'>): string =>
  `${name} ${description}`.trim().toLowerCase();

/**
 * A template is in its creator's list, in its organization's, and, if it is public, in the list of all public ones. In
 * each, its visibility is its bucket and its cell; only the creator's list shows private ones. A draft is in lists of
 * drafts instead, and in the organization's, by which its deletion finds all, without being shown or counted there.
 */
export const entriesOf = (header: TemplateItem | undefined): Map<string, TemplateEntry> => {
  if (!header) return new Map();
  if (header.draft) return draftEntriesOf(header);
  const { visibility, profile_id, organization_id } = header;
  const entry = entryOf(header);
  return new Map([
    [ownTemplatesList(profile_id), entry],
    [templatesList(organization_id), visibility === 'private' ? { ...unsearched(entry), bucket: null } : entry],
    ...(visibility === 'public' ? [[PUBLIC_TEMPLATES_LIST, entry] as const] : []),
  ]);
};

/** The organization's entry of a draft says nothing of it, so that saving the draft doesn't write it again. */
const draftEntriesOf = (header: TemplateItem): Map<string, TemplateEntry> => {
  const { organization_id, profile_id, visibility, sent } = header;
  const { ranked, facets, ...entry } = entryOf(header);
  const found: TemplateEntry = {
    ...unsearched(entry),
    name: '',
    description: '',
    version: 1,
    updated_at: header.created_at,
    bucket: null,
    cell: null,
  };
  const organization = [templatesList(organization_id), found] as const;
  if (sent) return new Map([organization]);
  return new Map([
    [ownDraftsList(profile_id), entry],
    ...(visibility === 'shared' ? [[draftsList(organization_id), entry] as const] : []),
    organization,
  ]);
};

const entryOf = ({ data, draft, sent, ttl, ...listed }: TemplateItem): TemplateEntry => ({
  ...listed,
  has_data: data !== null,
  whole: true,
  bucket: listed.visibility,
  cell: listed.visibility,
  search: searchText(searchKey(listed)),
  facets: [listed.star_counter > 0 ? STARRED : UNSTARRED],
  ranked: ['last_used_at', 'counter', 'star_counter'],
});

const unsearched = ({ search, facets, ranked, ...rest }: TemplateEntry): TemplateEntry => rest as TemplateEntry;

/** The visibility that a cell counts. */
export const readCell = (cell: string): TemplateVisibility => cell as TemplateVisibility;

/**
 * Facts that rows of a list need beside them: counts of lists, the owners' data of some templates, and whether somebody
 * put a star on some.
 */
interface Beside {
  lists: readonly string[];
  data: readonly string[];
  stars: readonly string[];
  /** Profile whose stars are read. */
  by: string;
}

/** Reads what stands beside the rows of a list. One consistent read, or none. */
export const readBesideRows = async ({
  lists: names,
  data,
  stars,
  by,
}: Beside): Promise<{ counts: ListCounts[]; data: Map<string, TemplateItem['data']>; stars: Set<string> }> => {
  const lists = names.map((list) => ({ list }));
  const parts = lists.flatMap(countsKeys);
  const keys = [...parts, ...data.map(templateKey), ...stars.map((id) => templateStarKey(id, by))];
  const found = await getItems<Key>(keys);
  const headers = found.slice(parts.length, parts.length + data.length) as unknown as (TemplateItem | undefined)[];
  const put = found.slice(parts.length + data.length);
  return {
    counts: countsOf(lists, found),
    data: new Map(headers.flatMap((header) => (header ? [[header.id, header.data] as const] : []))),
    stars: new Set(stars.filter((_, index) => put[index] !== undefined)),
  };
};
