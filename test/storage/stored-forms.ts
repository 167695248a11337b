import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../lib/storage/engine/client.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import { partitionsOf } from '../partitions/load.ts';

/** All items of the tests' table. */
export const readTable = async (): Promise<Item[]> => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB as string }),
  );
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: process.env.TABLE_NAME as string })) {
    items.push(...(Items as Item[]));
  }
  client.destroy();
  return items;
};

/** Values that differ from one run to the next, each with the name that stands for it in a form. */
const VARIABLE: readonly [RegExp, string][] = [
  [/[\w.+-]+@example\.com/g, '<email>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/[0-9a-f]{32,}/g, '<hash>'],
  [/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '<time>'],
  [/[A-Za-z0-9_-]{20,}/g, '<key>'],
  [/\d+/g, '<number>'],
];

const generalised = (text: string): string => VARIABLE.reduce((now, [what, name]) => now.replace(what, name), text);

/** Counters and marks: which of them a run writes depends on ids, on earlier runs, and on the time. */
const BY_CHANCE = /^(ATTEMPTS|COUNTED|COUNTS|LOG|LOGENTRY|MAILS|USAGE)#/;

/**
 * The forms of items but counters: for each kind of key the members that its items have, packed ones included, with the
 * types of their values. Two tables have the same forms if one code can read both.
 */
export const formsOf = (items: readonly Item[]): Record<string, string[]> => {
  const forms = new Map<string, Set<string>>();
  for (const item of items.filter(({ pk }) => !BY_CHANCE.test(pk))) {
    const { pk, sk, ...members } = unpacked<Item>(item);
    // An item's part follows from its id.
    const kind = `${generalised(partitionsOf(pk).name)} ${generalised(sk)}`;
    const form = forms.get(kind) ?? new Set();
    addMembers(form, '', members);
    forms.set(kind, form);
  }
  const sorted = [...forms].map(([kind, form]): [string, string[]] => [kind, [...form].sort()]);
  return Object.fromEntries(sorted.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const addMembers = (form: Set<string>, path: string, value: unknown): void => {
  if (value === null || typeof value !== 'object') form.add(`${path}: ${value === null ? 'null' : typeof value}`);
  else if (value instanceof Uint8Array) form.add(`${path}: bytes`);
  else if (value instanceof Set) form.add(`${path}: set`);
  else if (Array.isArray(value)) for (const one of value) addMembers(form, `${path}[]`, one);
  else for (const [name, one] of Object.entries(value)) addMembers(form, `${path}.${generalised(name)}`, one);
};
