/**
 * Sheets on top of the page, and the review on top of the fields. The browser's Back closes the topmost one, and leaves the
 * page last: each layer has an entry of the browser's history, which says how many layers there are with it.
 */
const layers: (() => void)[] = [];

const layersAt = (state: unknown): number => Number((state as { layers?: number } | null)?.layers ?? 0);

/** Layers that the current entry stands for: more than there are after the page was loaded again, or after Forward. */
let entries = layersAt(history.state);
/** True while the browser is on a way back that the page asked for. It ends later, and an entry added before would be lost. */
let isGoing = false;
let settled: (() => void)[] = [];

/** Brings the history in line with the layers. */
const follow = (): void => {
  if (isGoing) return;
  while (entries < layers.length) {
    entries += 1;
    history.pushState({ layers: entries }, '');
  }
  if (entries > layers.length) {
    isGoing = true;
    history.go(layers.length - entries);
    return;
  }
  for (const resolve of settled) resolve();
  settled = [];
};

/** Puts a layer on top; answers how it is closed from the page. */
export const openLayer = (onClose: () => void): (() => void) => {
  layers.push(onClose);
  follow();
  return () => {
    const index = layers.indexOf(onClose);
    if (index < 0) return;
    layers.splice(index, 1);
    follow();
  };
};

/** Closes all that lies on top. Ends once the browser has made the steps back: before, it would undo a step forward. */
export const closeLayers = (): Promise<void> =>
  new Promise((resolve) => {
    for (const close of layers.splice(0).reverse()) close();
    settled.push(resolve);
    follow();
  });

addEventListener('popstate', ({ state }) => {
  const isOwn = isGoing;
  isGoing = false;
  entries = layersAt(state);
  while (!isOwn && layers.length > entries) layers.pop()?.();
  follow();
});
