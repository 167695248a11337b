import { signal } from '@preact/signals';
import { explain, InputRefused, refusedInput } from './explain.ts';

export { InputRefused };

/** The page's error message. */
export const problem = signal('');

/** Name of the input that the message stands at; empty where it is about none that is shown. */
export const problemAt = signal('');

/** True while something is asked of the server that the page waits for. */
export const busy = signal(false);

/** Shows what the server says of the state, where an act failed because of it; answers true where that says it all. */
type Follow = (error: unknown) => Promise<boolean>;

let follow: Follow = async () => false;

/** Says how this page follows failures of acts. */
export const onFailure = (how: Follow): void => {
  follow = how;
};

/**
 * Carries out what a press asks for. Until it is done nothing else can be pressed, and what it throws is shown: at the
 * input of the form that it is about, if there is one.
 */
export const run = async (act: () => Promise<void>, form?: HTMLFormElement): Promise<void> => {
  if (busy.value) return;
  busy.value = true;
  await read(act, form);
  busy.value = false;
};

/** Reads what a screen shows, also while an act is on its way, and shows what it throws. */
export const read = async (what: () => Promise<void>, form?: HTMLFormElement): Promise<void> => {
  problem.value = '';
  problemAt.value = '';
  try {
    await what();
  } catch (error) {
    const followed = await follow(error).catch(() => false);
    if (followed) return;
    const input = form?.elements.namedItem(refusedInput(error));
    problemAt.value = input instanceof HTMLElement ? refusedInput(error) : '';
    problem.value = explain(error);
    if (input instanceof HTMLElement) input.focus();
  }
};
