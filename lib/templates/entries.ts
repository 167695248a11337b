import type { Changes, Write } from '../table/client.ts';
import { listEntryKey, PUBLIC_TEMPLATES_LIST, templatesList } from '../table/keys.ts';
import { type Entry, entryWrites } from '../table/list.ts';
import type { Listed, TemplateItem } from './store.ts';

/** A template in a list: all that the list shows of it, so that a page takes no further reads. */
export interface TemplateEntry extends Entry, Listed {
  name: string;
}

/** The cell that a template counts in: every view of a caller is a sum of such cells. */
const cellOf = (visibility: string, profile_id: string): string => `${visibility}:${profile_id}`;

/** What a cell's name says. */
export const readCell = (cell: string): { visibility: string; profile_id: string } => {
  const [visibility = '', profile_id = ''] = cell.split(':');
  return { visibility, profile_id };
};

/** The bucket of what the whole organization sees. */
export const SHARED_BUCKET = 'shared';

/** A list's buckets: one of what is shared, and one for each person's private templates. */
const bucketOf = (visibility: string, profile_id: string): string =>
  visibility === 'private' ? profile_id : SHARED_BUCKET;

/** The one cell of the list of public templates. */
const PUBLIC_CELL = 'public';

const entryOf = ({ pk, sk, data, version, ...listed }: TemplateItem): TemplateEntry => ({
  ...listed,
  bucket: bucketOf(listed.visibility, listed.profile_id),
  cell: cellOf(listed.visibility, listed.profile_id),
});

const publicEntryOf = (header: TemplateItem | undefined): TemplateEntry | undefined =>
  header?.visibility === 'public' ? { ...entryOf(header), bucket: null, cell: PUBLIC_CELL } : undefined;

/** The writes that keep the lists at what a template's header says: its organization's, and the public one. */
export const listWrites = (before: TemplateItem | undefined, after: TemplateItem | undefined): Write[] => {
  const organization = (after ?? before)?.organization_id ?? '';
  return [
    ...entryWrites(templatesList(organization), before && entryOf(before), after && entryOf(after)),
    ...entryWrites(PUBLIC_TEMPLATES_LIST, publicEntryOf(before), publicEntryOf(after)),
  ];
};

/** The writes that make `changes` to the template's entries. */
export const useInLists = (header: TemplateItem, changes: Changes): Write[] => [
  { update: listEntryKey(templatesList(header.organization_id), header.id), ...changes },
  ...(header.visibility === 'public' ? [{ update: listEntryKey(PUBLIC_TEMPLATES_LIST, header.id), ...changes }] : []),
];
