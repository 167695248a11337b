/** Something that lies on top of the page. */
interface Layer {
  close: () => void;
  /** Shows it again on the browser's Forward; false where it can't be shown now. */
  reopen?: (() => boolean) | undefined;
}

/**
 * Sheets on top of the page, and the review on top of the fields. The browser's Back closes the topmost one, and leaves
 * the page last: each layer has an entry of the browser's history, which says how many layers there are with it.
 */
const layers: Layer[] = [];

/** Closed layers whose entries Forward leads to, by the number of layers that lay below them. */
const closed = new Map<number, Layer>();

const layersAt = (state: unknown): number => Number((state as { layers?: number } | null)?.layers ?? 0);

/** Layers that the current entry stands for: more than there are after the page was loaded again, or after Forward. */
let entries = layersAt(history.state);
/**
 * True while the browser is on a way back that the page asked for. It ends later, and an entry added before would be
 * lost.
 */
let isGoing = false;
let settled: (() => void)[] = [];

/** Brings the history in line with the layers. */
const follow = (): void => {
  if (isGoing) return;
  while (entries < layers.length) {
    entries += 1;
    // A new entry takes away those that Forward led to.
    closed.clear();
    history.pushState({ ...history.state, layers: entries }, '');
  }
  if (entries > layers.length) {
    isGoing = true;
    history.go(layers.length - entries);
    return;
  }
  for (const resolve of settled) resolve();
  settled = [];
};

/** Puts a layer on top; answers how it is closed from the page. `reopen`: Forward shows it again after Back. */
export const openLayer = (close: () => void, reopen?: () => boolean): (() => void) => {
  const layer = { close, reopen };
  layers.push(layer);
  follow();
  return () => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    layers.splice(index, 1);
    closed.set(index, layer);
    follow();
  };
};

/** Closes all that lies on top. Ends once the browser has made the steps back: before, it would undo a step forward. */
export const closeLayers = (): Promise<void> =>
  new Promise((resolve) => {
    for (const { close } of layers.splice(0).reverse()) close();
    closed.clear();
    settled.push(resolve);
    follow();
  });

/** Shows the layer that Forward led to. Where that can't be, the browser goes back again. */
const reopenNext = (): void => {
  const layer = closed.get(layers.length);
  if (!layer?.reopen?.()) return;
  closed.delete(layers.length);
  layers.push(layer);
};

addEventListener('popstate', ({ state }) => {
  const isOwn = isGoing;
  isGoing = false;
  entries = layersAt(state);
  while (!isOwn && layers.length > entries) {
    const layer = layers.pop();
    if (!layer) break;
    closed.set(layers.length, layer);
    layer.close();
  }
  if (!isOwn && entries > layers.length) reopenNext();
  follow();
});
