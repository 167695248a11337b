import type { Contents, DraftDocument, PlacedField, Role, Settings } from './draft.ts';

/** Changes of a draft as the API takes them. Pure, so that they are tested without a browser. */

type Named<T> = { name: string; remove?: true } & Partial<T>;

/** One request: changed settings, and changed, new and removed parts. */
export interface Patch extends Partial<Settings> {
  documents?: ({ id: string } & Partial<DraftDocument>)[];
  roles?: Named<Role>[];
  fields?: Named<PlacedField>[];
}

/** Most parts that one request may change. */
const MOST = 80;

/**
 * The requests, in their order, that make `to` of `from`. New roles come before fields that belong to them, and a role
 * is removed after its last field. Documents are added and removed by requests of their own; here they are only renamed
 * and ordered.
 */
export const patchesBetween = (from: Contents, to: Contents): Patch[] => {
  const settings = changed(from.settings, to.settings);
  const documents = to.documents.flatMap((document) => {
    const before = from.documents.find(({ id }) => id === document.id);
    const { name, order } = before ? changed(before, document) : {};
    return name === undefined && order === undefined ? [] : [{ id: document.id, ...withoutUndefined({ name, order }) }];
  });
  const roles = partsBetween(from.roles, to.roles);
  const fields = partsBetween(from.fields, to.fields);
  const first: Patch = {
    ...settings,
    ...(documents.length > 0 ? { documents } : {}),
    ...(roles.written.length > 0 ? { roles: roles.written } : {}),
  };
  const room = MOST - documents.length - roles.written.length;
  const all = [...fields.written, ...fields.removed];
  const rest: Named<PlacedField>[][] = [];
  for (let at = room; at < all.length; at += MOST) rest.push(all.slice(at, at + MOST));
  const patches: Patch[] = [
    { ...first, ...(all.length > 0 ? { fields: all.slice(0, room) } : {}) },
    ...rest.map((some) => ({ fields: some })),
    ...(roles.removed.length > 0 ? [{ roles: roles.removed }] : []),
  ];
  return patches.filter((patch) => Object.keys(patch).length > 0);
};

/** The contents after a request. */
export const afterPatch = (
  before: Contents,
  { documents = [], roles = [], fields = [], ...settings }: Patch,
): Contents => {
  const gone = new Set(roles.filter(({ remove }) => remove).map(({ name }) => name));
  return {
    settings: { ...before.settings, ...settings },
    documents: before.documents.map((one) => ({ ...one, ...documents.find(({ id }) => id === one.id) })),
    roles: afterParts(before.roles, roles),
    fields: afterParts(
      before.fields.filter(({ role_name }) => !gone.has(role_name)),
      fields,
    ),
  };
};

/**
 * The same changes made to what somebody else has saved meanwhile: what both have changed is as it was changed here.
 */
export const rebased = (from: Contents, to: Contents, theirs: Contents): Contents => {
  const merged = patchesBetween(from, to).reduce(afterPatch, theirs);
  const names = new Set(merged.roles.map(({ name }) => name));
  const ids = new Set(theirs.documents.map(({ id }) => id));
  // A change of what they have removed is none.
  const fields = merged.fields.filter(
    ({ role_name, document_id, type }) => type !== undefined && names.has(role_name) && ids.has(document_id),
  );
  return { ...merged, roles: merged.roles.filter(({ type }) => type !== undefined), fields };
};

const partsBetween = <T extends { name: string }>(from: readonly T[], to: readonly T[]) => {
  const before = new Map(from.map((part) => [part.name, part]));
  const after = new Set(to.map(({ name }) => name));
  const written = to.flatMap((part): Named<T>[] => {
    const old = before.get(part.name);
    if (old === part) return [];
    const change = old ? changed(old, part) : part;
    return Object.keys(change).length > 0 ? [{ ...change, name: part.name }] : [];
  });
  const removed = from
    .filter(({ name }) => !after.has(name))
    .map(({ name }): Named<T> => ({ name, remove: true }) as Named<T>);
  return { written, removed };
};

const afterParts = <T extends { name: string }>(parts: readonly T[], changes: readonly Named<T>[]): T[] => {
  const all = new Map(parts.map((part) => [part.name, part]));
  for (const { remove, ...change } of changes) {
    const { name } = change as { name: string };
    if (remove) all.delete(name);
    else all.set(name, { ...all.get(name), ...change } as unknown as T);
  }
  return [...all.values()];
};

const changed = <T extends object>(from: T, to: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(to).filter(([name, value]) => !isSame(value, (from as Record<string, unknown>)[name])),
  ) as Partial<T>;

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const withoutUndefined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
