import { contents, redo, undo } from './editor.ts';
import { focusField, selected } from './selection.ts';

/**
 * Takes a step through the history, and leads to what it has changed: these fields are chosen, and the first of them
 * has the focus, wherever it is. Whoever sees little of the pages would not notice the step otherwise.
 */
const showing = (step: () => void) => (): void => {
  const before = new Map(contents.peek()?.fields.map((field) => [field.name, JSON.stringify(field)]));
  step();
  const changed = (contents.peek()?.fields ?? []).filter((field) => before.get(field.name) !== JSON.stringify(field));
  const [first] = changed;
  if (!first) return;
  selected.value = new Set(changed.map(({ name }) => name));
  focusField(first, false);
};

/** For the keys of undo and redo. Their buttons keep the focus. */
export const undoByKey = showing(undo);
export const redoByKey = showing(redo);
