import { computed, signal } from '@preact/signals';
import type { FieldType } from '../../../fields/types.ts';
import { onOtherProfile } from '../user/session.ts';
import { contents } from './editor.ts';

/** The editor's choices: fields, and the tool that the next press on a page uses. */

/** Names of the chosen fields. */
export const selected = signal<ReadonlySet<string>>(new Set());

/** A tool: a kind of field that is placed, or `move`, which moves the chosen fields. */
export const tool = signal<FieldType | 'move' | null>(null);

/** The person for whom fields are placed. */
const chosenRole = signal('');
export const placingFor = computed(() => {
  const able = (contents.value?.roles ?? []).filter(({ type }) => type !== 'cc');
  return able.find(({ name }) => name === chosenRole.value) ?? able[0];
});
export const placeFor = (role_name: string): void => {
  chosenRole.value = role_name;
};

interface PagePlace {
  document_id: string;
  page: number;
}

/** The page that was pressed last. */
export const currentPage = signal<PagePlace | null>(null);

/** The page with the field that has the focus or is about to: its fields are there, however far one scrolls away. */
export const focusedPage = signal<PagePlace | null>(null);

/** Moves the focus to a field, wherever it is. */
export const focusField = (field: PagePlace & { name: string }, isSeen = true): void => {
  const { document_id, page, name } = field;
  focusedPage.value = { document_id, page };
  requestAnimationFrame(() => document.getElementById(`field-${name}`)?.focus({ preventScroll: isSeen }));
};

/** The last act in words, for screen readers. */
export const announcement = signal('');

/** True while each press on a field adds it to the chosen ones or takes it away: fingers have no Shift key. */
export const choosesSeveral = signal(false);

export const selectOnly = (name: string): void => {
  selected.value = new Set([name]);
};
export const selectAlso = (name: string): void => {
  const others = new Set(selected.peek());
  if (!others.delete(name)) others.add(name);
  selected.value = others;
};
export const selectNothing = (): void => {
  selected.value = new Set();
};

onOtherProfile(() => {
  selectNothing();
  choosesSeveral.value = false;
  tool.value = null;
  currentPage.value = null;
  focusedPage.value = null;
});
