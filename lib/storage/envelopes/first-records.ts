import { type Key, plain } from '../engine/key.ts';
import { ENVELOPE_SORT, envelopeFieldKey, envelopeFirstRecordsKey, envelopeOf } from '../engine/keys.ts';
import { type Packed, pack, unpacked } from '../engine/packed.ts';
import type { AccessKeyItem, EnvelopeItem, FieldItem } from '../records/envelope.ts';
import { accessKeyItem, readAccessKey } from './items.ts';

/**
 * The fields and the in-app keys that an envelope is made with share one item, which is never written again: many forms
 * have a hundred fields, most alike. One that is changed gets an item of its own, which counts from then on.
 */
interface FirstRecords {
  fields: Omit<FieldItem, 'envelope_id' | 'organization_id'>[];
  keys: Omit<AccessKeyItem, 'envelope_id'>[];
}

/**
 * Largest first records, as JSON, that share an item: each fill reads it. Those of larger forms have items of their own
 * at once.
 */
const LARGEST_SHARED = 100_000;

/** The items of a new envelope's fields and keys. */
export const firstRecords = (
  { id, organization_id }: Pick<EnvelopeItem, 'id' | 'organization_id'>,
  fields: readonly FieldItem[],
  keys: readonly AccessKeyItem[],
): Key[] => {
  const shared: FirstRecords = {
    fields: fields.map(({ envelope_id: _, organization_id: _organization, ...field }) => field),
    keys: keys.map(({ envelope_id: _, ...key }) => key),
  };
  if (Buffer.byteLength(JSON.stringify(shared)) > LARGEST_SHARED)
    return [...fields.map(fieldItem), ...keys.map(accessKeyItem)];
  const item: Key & Packed & { organization_id: string } = {
    ...envelopeFirstRecordsKey(id),
    organization_id,
    packed: pack(shared),
  };
  return [item];
};

/** The item of a changed field. */
export const fieldItem = (field: FieldItem) => ({ ...field, ...envelopeFieldKey(field.envelope_id, field.name) });

/** The fields in these items of an envelope, in the order of their names. */
export const readFields = (items: readonly (Key | undefined)[]): FieldItem[] => {
  const first = items.flatMap((item) => readFirst(item).fields);
  const changed = itemsOf(items, 'field').map((item) => plain(item as Key & FieldItem) as FieldItem);
  const byName = new Map([...first, ...changed].map((field) => [field.name, field]));
  return [...byName.values()].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
};

/** The access keys in these items of an envelope. */
export const readAccessKeys = (items: readonly Key[]): AccessKeyItem[] => {
  const first = items.flatMap((item) => readFirst(item).keys);
  const changed = itemsOf(items, 'key').map((item) => readAccessKey(item as Key & Omit<AccessKeyItem, 'hash'>));
  return [...new Map([...first, ...changed].map((key) => [key.hash, key])).values()];
};

const itemsOf = (items: readonly (Key | undefined)[], kind: 'field' | 'key'): Key[] =>
  items.filter((item) => item !== undefined).filter(({ sk }) => sk.startsWith(ENVELOPE_SORT[kind]));

const readFirst = (item: Key | undefined): { fields: FieldItem[]; keys: AccessKeyItem[] } => {
  if (item?.sk !== ENVELOPE_SORT.firstRecords) return { fields: [], keys: [] };
  const { fields, keys, organization_id } = unpacked<FirstRecords & { organization_id: string }>(item);
  const envelope_id = envelopeOf(item.pk);
  return {
    fields: fields.map((field) => ({ ...field, envelope_id, organization_id })),
    keys: keys.map((key) => ({ ...key, envelope_id })),
  };
};
