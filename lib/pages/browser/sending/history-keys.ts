import { contents, redo, undo } from './editor.ts';
import { patchesBetween } from './patches.ts';
import { focusField, selected } from './selection.ts';

/**
 * Takes a step through the history, and leads to what it has changed: these fields are chosen, and the first of them
 * has the focus, wherever it is. Whoever sees little of the pages would not notice the step otherwise.
 */
const showing = (step: () => void) => (): void => {
  const before = contents.peek();
  step();
  const after = contents.peek();
  if (!before || !after) return;
  const names = new Set(patchesBetween(before, after).flatMap(({ fields = [] }) => fields.map(({ name }) => name)));
  const changed = after.fields.filter(({ name }) => names.has(name));
  const [first] = changed;
  if (!first) return;
  selected.value = new Set(changed.map(({ name }) => name));
  focusField(first, false);
};

/** For the keys of undo and redo. Their buttons keep the focus. */
export const undoByKey = showing(undo);
export const redoByKey = showing(redo);
