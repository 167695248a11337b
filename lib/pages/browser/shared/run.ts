import { computed, signal } from '@preact/signals';
import { explain, InputRefused, refusedInput } from './explain.ts';

export { InputRefused };

/** The page's error message. */
export const problem = signal('');

/** Name of the input that the message stands at; empty where it is about none that is shown. */
export const problemAt = signal('');

/** True while something is asked of the server that the page waits for. */
export const busy = signal(false);

/** Element that had the focus when the act began: a button loses it while it can't be pressed. */
export let pressed: Element | null = null;

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
  pressed = document.activeElement;
  busy.value = true;
  await attempt(act, form);
  busy.value = false;
  requestAnimationFrame(() => giveFocus(pressed));
};

/** Gives the focus to what had it and lost it, unless it has gone elsewhere meanwhile. */
export const giveFocus = (element: Element | null): void => {
  if (document.activeElement === document.body) (element as HTMLElement | null)?.focus({ preventScroll: true });
};

type Act = () => Promise<void>;

/** Reads that failed of what is shown. */
const failed = signal<readonly Act[]>([]);

/** True if something that is shown couldn't be read. */
export const readsFailed = computed(() => failed.value.length > 0);

/** Reads again what couldn't be read. */
export const readAgain = async (): Promise<void> => {
  await Promise.all(failed.peek().map((again) => again()));
};

addEventListener('online', () => void readAgain());

/**
 * Reads what a screen shows, also while an act is on its way, and shows what it throws. What fails can be read again,
 * and is as soon as there is a connection, until the returned function says that it isn't shown any more: the cleanup
 * of an effect.
 */
export const keepReading = (what: Act): (() => void) => {
  let isShown = true;
  const forget = (): void => {
    failed.value = failed.peek().filter((one) => one !== again);
  };
  const again = async (): Promise<void> => {
    forget();
    const isDone = await attempt(what);
    if (!isDone && isShown) failed.value = [...failed.peek(), again];
  };
  void again();
  return () => {
    isShown = false;
    forget();
  };
};

/** Carries out an act, and shows what it throws. False if it failed. */
const attempt = async (act: Act, form?: HTMLFormElement): Promise<boolean> => {
  problem.value = '';
  problemAt.value = '';
  try {
    await act();
    return true;
  } catch (error) {
    const followed = await follow(error).catch(() => false);
    if (followed) return true;
    const input = form?.elements.namedItem(refusedInput(error));
    problem.value = explain(error);
    if (input instanceof HTMLElement) {
      problemAt.value = refusedInput(error);
      input.focus();
    }
    return false;
  }
};
