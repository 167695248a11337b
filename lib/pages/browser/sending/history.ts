import type { Contents } from './draft.ts';

/** Undo and redo without end. Pure: what is edited is never changed, so a step is what it was before. */
export interface History {
  past: readonly Contents[];
  now: Contents;
  future: readonly Contents[];
}

export const begin = (now: Contents): History => ({ past: [], now, future: [] });

/** The history after an edit. */
export const edited = ({ past, now }: History, next: Contents): History =>
  next === now ? { past, now, future: [] } : { past: [...past, now], now: next, future: [] };

/** The history after the last edit was taken back. Documents stay as they are: adding one isn't undone here. */
export const undone = (history: History): History => {
  const before = history.past.at(-1);
  if (!before) return history;
  const now = onDocumentsOf(before, history.now);
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future] };
};

/** The history after what was taken back last was done again. */
export const redone = (history: History): History => {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.now], now: onDocumentsOf(after, history.now), future };
};

/** The history with a present that isn't an edit: a document came or went, or a colleague saved something. */
export const replaced = (history: History, now: Contents): History => ({ ...history, now });

const onDocumentsOf = (contents: Contents, { documents }: Contents): Contents => {
  const ids = new Set(documents.map(({ id }) => id));
  return { ...contents, documents, fields: contents.fields.filter(({ document_id }) => ids.has(document_id)) };
};
