import { computed, signal } from '@preact/signals';
import type { Draft, DraftState } from '../shared/answers.ts';
import { CallFailed, Unreachable } from '../shared/call.ts';
import { explain } from '../shared/explain.ts';
import { askUnlessEarly } from '../user/early.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { type Contents, contentsOf } from './draft.ts';
import { begin, edited, type History, redone, replaced, undone } from './history.ts';
import { afterPatch, patchesBetween, rebased } from './patches.ts';

/**
 * The draft that is open: what one edits, and how it is saved. Each edit is shown at once and saved in one queue,
 * request after request, so that no earlier state ever overwrites a later one.
 */

/** State of the saving: all is saved, something is on its way, there is no connection, or the server refuses it. */
export type Saving = 'saved' | 'saving' | 'offline' | 'refused';

const history = signal<History | null>(null);
/** The server's state, as far as this page knows it, and its version. */
let stored: { contents: Contents; version: number } | null = null;

export const draftId = signal('');
export const saving = signal<Saving>('saved');
/** The server's sentence about what it refuses to save. */
export const refusal = signal('');
/** True once somebody else has changed the draft while it was open. */
export const changedElsewhere = signal(false);

export const contents = computed(() => history.value?.now ?? null);
export const canUndo = computed(() => (history.value?.past.length ?? 0) > 0);
export const canRedo = computed(() => (history.value?.future.length ?? 0) > 0);

const close = (): void => {
  history.value = null;
  stored = null;
  draftId.value = '';
  refusal.value = '';
  changedElsewhere.value = false;
  saving.value = 'saved';
};
onOtherProfile(close);

const read = (id: string): Promise<Draft> => ask<Draft>('GET', `/v2/drafts/${id}`);

/** Opens a draft. */
export const openDraft = async (id: string): Promise<void> => {
  if (draftId.peek() !== id) close();
  const draft = await askUnlessEarly<Draft>(`/v2/drafts/${id}`);
  stored = { contents: contentsOf(draft), version: draft.version };
  draftId.value = id;
  history.value = begin(stored.contents);
};

/** Edits what is open. Saving follows by itself. */
export const edit = (change: (contents: Contents) => Contents): void => {
  const before = history.peek();
  if (!before) return;
  history.value = edited(before, change(before.now));
  void save();
};

export const undo = (): void => step(undone);
export const redo = (): void => step(redone);

const step = (change: (before: History) => History): void => {
  const before = history.peek();
  if (!before) return;
  history.value = change(before);
  void save();
};

/**
 * Reads the draft again after a change that was not an edit, such as a new document, and keeps what isn't saved yet.
 */
export const refresh = async (): Promise<void> => {
  const id = draftId.peek();
  const draft = await read(id);
  if (draftId.peek() !== id) return;
  take(draft);
  void save();
};

const take = (draft: Draft): void => {
  const before = history.peek();
  if (!before || !stored) return;
  const theirs = contentsOf(draft);
  const now = rebased(stored.contents, before.now, theirs);
  stored = { contents: theirs, version: draft.version };
  history.value = replaced(before, now);
};

let running: Promise<void> | undefined;

/** Saves all edits; ends once all are saved or can't be. */
export const save = (): Promise<void> => {
  running ??= saveAll().finally(() => {
    running = undefined;
  });
  return running;
};

/** Milliseconds until the next try without a connection; each time twice as long. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 15_000];
let pause = SHORTEST_PAUSE;
let retrying: ReturnType<typeof setTimeout> | undefined;

const saveAll = async (): Promise<void> => {
  clearTimeout(retrying);
  for (;;) {
    const now = history.peek()?.now;
    const id = draftId.peek();
    if (!now || !stored) return;
    const [patch] = patchesBetween(stored.contents, now);
    if (!patch) {
      saving.value = 'saved';
      refusal.value = '';
      return;
    }
    saving.value = 'saving';
    try {
      const headers = { ifMatch: String(stored.version) };
      const { version } = await ask<DraftState>('PATCH', `/v2/drafts/${id}`, patch, undefined, headers);
      if (draftId.peek() !== id) return;
      stored = { contents: afterPatch(stored.contents, patch), version };
      pause = SHORTEST_PAUSE;
    } catch (error) {
      if (draftId.peek() !== id) return;
      if (!(await canGoOn(error, id))) return;
    }
  }
};

/** True if saving goes on at once after a failure. */
const canGoOn = async (error: unknown, id: string): Promise<boolean> => {
  if (error instanceof CallFailed && error.code === 'version_changed') {
    try {
      take(await read(id));
      changedElsewhere.value = true;
      return true;
    } catch (failed) {
      return canGoOn(failed, id);
    }
  }
  const isPassing =
    error instanceof Unreachable || (error instanceof CallFailed && (error.status >= 500 || error.status === 429));
  if (isPassing) {
    saving.value = 'offline';
    retrying = setTimeout(() => void save(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
    return false;
  }
  saving.value = 'refused';
  refusal.value = explain(error);
  return false;
};

addEventListener('online', () => void save());

// A page that is left asks first while something isn't saved.
addEventListener('beforeunload', (event) => {
  if (saving.peek() !== 'saved') event.preventDefault();
});
