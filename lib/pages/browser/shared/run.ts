import { signal } from '@preact/signals';
import { explain } from './explain.ts';

/** The page's error message. */
export const problem = signal('');

/** True while something is asked of the server that the page waits for. */
export const busy = signal(false);

/** Shows what the server says of the state, where an act failed because of it; answers true where that says it all. */
type Follow = (error: unknown) => Promise<boolean>;

let follow: Follow = async () => false;

/** Says how this page follows failures of acts. */
export const onFailure = (how: Follow): void => {
  follow = how;
};

/** Carries out what a press asks for. Until it is done nothing else can be pressed, and what it throws is shown. */
export const run = async (act: () => Promise<void>): Promise<void> => {
  if (busy.value) return;
  busy.value = true;
  await read(act);
  busy.value = false;
};

/** Reads what a screen shows, also while an act is on its way, and shows what it throws. */
export const read = async (what: () => Promise<void>): Promise<void> => {
  problem.value = '';
  try {
    await what();
  } catch (error) {
    const followed = await follow(error).catch(() => false);
    if (!followed) problem.value = explain(error);
  }
};
