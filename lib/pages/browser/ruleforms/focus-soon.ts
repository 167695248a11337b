/** Gives the focus to an element once the page is drawn with it: what was pressed may be gone. */
export const focusSoon = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
};
