import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Screen } from './parts.tsx';
import { Sheet } from './sheet.tsx';
import { w } from './words/index.ts';

/**
 * Parts of a page that are loaded later: sheets, and whatever isn't shown first. A browser remembers an `import()` that
 * failed and never asks again, so the parts' files are fetched before: then `import()` finds them in the browser's
 * cache.
 */
const files = (document.body.dataset.parts ?? '').split(' ').filter((file) => file);

/** The server has no such file any more: it was upgraded since the page was loaded. */
class Outdated extends Error {}

let fetching: Promise<unknown> | undefined;

const fetchParts = (): Promise<unknown> => {
  fetching ??= Promise.all(files.map(fetchPart)).catch((error: unknown) => {
    fetching = undefined;
    throw error;
  });
  return fetching;
};

/** Fetches a file into the browser's cache. */
export const fetchPart = async (file: string): Promise<void> => {
  const answer = await fetch(file);
  if (!answer.ok) throw new Outdated();
  await answer.arrayBuffer();
};

/** Loads each part that isn't there yet. */
const loaders: (() => Promise<void>)[] = [];

const preload = (): void => {
  for (const load of loaders) void load();
};

/** Loads all parts once the browser has nothing else to do, so that they are there without a connection, too. */
export const preloadParts = (): void => {
  addEventListener('online', preload);
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(preload, { timeout: 5000 });
  else setTimeout(preload, 500);
};

/** A module that is loaded when a press needs it. Throws what keeps it from coming; the next press tries again. */
export const laterModule =
  <Module,>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    await fetchParts();
    return load();
  };

type Frame = ComponentType<{ children: ComponentChildren }>;

const Unframed: Frame = ({ children }) => <>{children}</>;

/**
 * A component that shows its part when it has come. Until then it says that it is loading or, inside of the same
 * `frame`, that it can't be loaded; it tries again by itself once there is a connection. `load` is for who knows before
 * that it will be shown. `needs`: fetches its files, if they are others than those of the page's parts; then it isn't
 * loaded before it is shown.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: Frame = Unframed,
  needs = fetchParts,
): ComponentType<Props> & { load: () => Promise<void> } => {
  const part = signal<ComponentType<Props> | null>(null);
  const state = signal<'loading' | 'unreachable' | 'outdated'>('loading');
  const come = async (): Promise<void> => {
    if (part.peek()) return;
    state.value = 'loading';
    try {
      await needs();
      part.value = await load();
    } catch (error) {
      state.value = error instanceof Outdated ? 'outdated' : 'unreachable';
    }
  };
  if (needs === fetchParts) loaders.push(come);

  const Waiting = () => {
    useEffect(() => {
      void come();
      addEventListener('online', come);
      return () => removeEventListener('online', come);
    }, []);
    if (state.value === 'loading') return <p role="status">{w.loading}</p>;
    const isOutdated = state.value === 'outdated';
    return (
      <>
        <p role="alert">{isOutdated ? w.outdated : w.unreachable}</p>
        <button type="button" onClick={() => (isOutdated ? location.reload() : come())}>
          {isOutdated ? w.reload : w.again}
        </button>
      </>
    );
  };
  const Later = (props: Props) => {
    const Part = part.value;
    if (Part) return <Part {...props} />;
    return (
      <Frame>
        <Waiting />
      </Frame>
    );
  };
  return Object.assign(Later, { load: come });
};

/** Frame of a part that is a sheet: until it has come, another sheet lies in its place. */
export const InSheet: Frame = ({ children }) => <Sheet title={w.loading}>{children}</Sheet>;

/** Frame of a part that is a screen. */
export const InScreen: Frame = ({ children }) => <Screen title={w.loading}>{children}</Screen>;
