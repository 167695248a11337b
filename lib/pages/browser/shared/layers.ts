/**
 * Sheets on top of the page, and the review on top of the fields. The browser's Back closes the topmost one, and leaves the
 * page last.
 */
const layers: (() => void)[] = [];
/** Number of steps back that the page made itself: their layer is closed already. */
let own = 0;

/** Puts a layer on top; answers how it is closed from the page. */
export const openLayer = (onClose: () => void): (() => void) => {
  layers.push(onClose);
  history.pushState(null, '');
  return () => {
    const index = layers.indexOf(onClose);
    if (index < 0) return;
    layers.splice(index, 1);
    own += 1;
    history.back();
  };
};

let settle: () => void = () => {};

/** Closes all that lies on top. Ends once the browser has made the steps back: before, it would undo a step forward. */
export const closeLayers = (): Promise<void> =>
  new Promise((resolve) => {
    const open = layers.splice(0).reverse();
    for (const close of open) close();
    own += open.length;
    if (own === 0) resolve();
    else settle = resolve;
    for (const _ of open) history.back();
  });

addEventListener('popstate', () => {
  if (own > 0) own -= 1;
  else layers.pop()?.();
  if (own === 0) settle();
});
