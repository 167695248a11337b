/**
 * What lies on top of the page: sheets, and the review above the filling. The browser's way back closes the topmost one
 * and leaves the page last.
 */
const layers: (() => void)[] = [];
/** Steps back that the page itself has made, whose layer is closed already. */
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
