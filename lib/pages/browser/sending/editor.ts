import { computed, signal } from '@preact/signals';
import type { Draft, Template } from '../shared/answers.ts';
import { CallFailed, Unreachable } from '../shared/call.ts';
import { explain } from '../shared/explain.ts';
import { onOtherProfile } from '../user/session.ts';
import type { Contents } from './draft.ts';
import { begin, edited, type History, redone, replaced, undone } from './history.ts';
import { afterPatch, patchesBetween, rebased } from './patches.ts';
import { type Kind, SOURCES, type Stored } from './source.ts';
import { tellSaved } from './tabs.ts';

/**
 * The draft or template that is open: what one edits, and how it is saved. Each edit is shown at once and saved in one
 * queue, request after request, so that no earlier state ever overwrites a later one.
 */

/** State of the saving: all is saved, something is on its way, there is no connection, or the server refuses it. */
export type Saving = 'saved' | 'saving' | 'offline' | 'refused';

const history = signal<History | null>(null);
/** The server's state, as far as this page knows it, and its version. */
let stored: { contents: Contents; version: number } | null = null;

export const draftId = signal('');
/** The kind of the open record. */
export const kind = signal<Kind>('draft');
/** Facts of the open record beside its contents; null for one of the other kind. */
export const openedDraft = signal<Draft | null>(null);
export const openedTemplate = signal<Template | null>(null);
export const saving = signal<Saving>('saved');
/** The server's sentence about what it refuses to save. */
export const refusal = signal('');
/** True once somebody else has changed the draft while it was open, and that is shown. */
export const changedElsewhere = signal(false);
/** A newer state that others have saved, and that isn't shown yet. */
export const newer = signal<Stored | null>(null);
/** Whoever has saved last; undefined where the record doesn't say it. */
export const lastChange = computed(() => (newer.value?.draft ?? openedDraft.value)?.changed_by);

export const contents = computed(() => history.value?.now ?? null);
export const canUndo = computed(() => (history.value?.past.length ?? 0) > 0);
export const canRedo = computed(() => (history.value?.future.length ?? 0) > 0);

const close = (): void => {
  history.value = null;
  stored = null;
  openedDraft.value = null;
  openedTemplate.value = null;
  draftId.value = '';
  refusal.value = '';
  changedElsewhere.value = false;
  newer.value = null;
  saving.value = 'saved';
};
onOtherProfile(close);

const read = async (id: string, isFirst = false): Promise<Stored> => {
  const found = await SOURCES[kind.peek()].read(id, isFirst);
  openedDraft.value = found.draft ?? null;
  openedTemplate.value = found.template ?? null;
  return found;
};

/** Shows what others have saved, beside what was changed here, and says so. */
const showTheirs = (found: Stored): void => {
  openedDraft.value = found.draft ?? null;
  openedTemplate.value = found.template ?? null;
  take(found);
  changedElsewhere.value = true;
};

/** Opens a draft or a template. */
export const openDraft = async (id: string, of: Kind = 'draft'): Promise<void> => {
  if (draftId.peek() !== id) close();
  kind.value = of;
  const { contents, version } = await read(id, draftId.peek() !== id);
  stored = { contents, version };
  draftId.value = id;
  history.value = begin(contents);
};

/** Opens the same again after a change that can't be taken back, such as another name of a role. */
export const reopen = async (): Promise<void> => {
  await openDraft(draftId.peek(), kind.peek());
};

/** Edits what is open. Saving follows by itself. */
export const edit = (change: (contents: Contents) => Contents): void => {
  const before = history.peek();
  if (!before) return;
  show(edited(before, change(before.now)));
};

export const undo = (): void => step(undone);
export const redo = (): void => step(redone);

const step = (change: (before: History) => History): void => {
  const before = history.peek();
  if (!before) return;
  show(change(before));
};

/** Shows a state, and saves it. */
const show = (after: History): void => {
  if (after.now !== history.peek()?.now) saving.value = 'saving';
  history.value = after;
  void save();
};

/**
 * Reads the draft again after a change that was not an edit, such as a new document, and keeps what isn't saved yet.
 */
export const refresh = async (): Promise<void> => {
  const id = draftId.peek();
  const found = await read(id);
  if (draftId.peek() !== id) return;
  take(found);
  void save();
};

const take = ({ contents: theirs, version }: Stored): void => {
  const before = history.peek();
  if (!before || !stored) return;
  const now = rebased(stored.contents, before.now, theirs);
  stored = { contents: theirs, version };
  newer.value = null;
  history.value = replaced(before, now);
};

/**
 * Looks for what others have saved. It is offered, because nothing may change under somebody's hands; `take`: it is
 * shown at once, as to somebody who comes back. What can't be read now is read when saving.
 */
export const look = async ({ take: isTaken = false } = {}): Promise<void> => {
  const id = draftId.peek();
  const before = stored;
  if (document.visibilityState !== 'visible' || !before || running) return;
  const known = isTaken ? before.version : (newer.peek()?.version ?? before.version);
  const found = await SOURCES[kind.peek()].readNewer(id, known).catch(() => null);
  if (!found || draftId.peek() !== id || stored !== before || running || found.version <= before.version) return;
  // A star or a count of uses makes a version, too.
  if (JSON.stringify(found.contents) === JSON.stringify(before.contents))
    stored = { ...before, version: found.version };
  else if (isTaken) showTheirs(found);
  else newer.value = found;
};

/** Takes over what others have saved, beside what isn't saved here yet. */
export const takeNewer = async (): Promise<void> => {
  await refresh();
  changedElsewhere.value = false;
};

let running: Promise<void> | undefined;

/** Saves all edits; ends once all are saved or can't be. */
export const save = (): Promise<void> => {
  running ??= saveAll().finally(() => {
    running = undefined;
  });
  return running;
};

/** Milliseconds within which a page that is seen has painted. */
const PAINTED = 100;

/** Ends when what was changed has been painted: whoever changes something sees it before it is saved. */
const painted = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    // A tab that isn't seen paints nothing.
    setTimeout(done, PAINTED);
  });

/** Milliseconds until the next try without a connection; each time twice as long. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 15_000];
let pause = SHORTEST_PAUSE;
let retrying: ReturnType<typeof setTimeout> | undefined;

const saveAll = async (): Promise<void> => {
  clearTimeout(retrying);
  await painted();
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
      const version = await SOURCES[kind.peek()].save(id, patch, stored.version);
      if (draftId.peek() !== id) return;
      stored = { contents: afterPatch(stored.contents, patch), version };
      tellSaved(id);
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
