import { signal } from '@preact/signals';

/** Index of the page in the middle of the screen. */
export const current = signal(0);

const places = (): HTMLCollectionOf<Element> => document.getElementsByClassName('page');

/** Keeps `current` up to date while pages are shown; ends when the returned function is called. */
export const followScrolling = (): (() => void) => {
  let frame = 0;
  const follow = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      current.value = middleOf(places());
    });
  };
  follow();
  const options = { capture: true, passive: true };
  // Whatever scrolls: the window, or a part of it.
  addEventListener('scroll', follow, options);
  addEventListener('resize', follow, options);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', follow, options);
    removeEventListener('resize', follow, options);
  };
};

/** Index of the last element that begins above the middle of the screen. */
const middleOf = (all: HTMLCollectionOf<Element>): number => {
  let [from, to] = [0, Math.max(all.length - 1, 0)];
  while (from < to) {
    const at = Math.ceil((from + to) / 2);
    if ((all[at]?.getBoundingClientRect().top ?? 0) <= innerHeight / 2) from = at;
    else to = at - 1;
  }
  return from;
};

/** Shows a page from its upper end, and puts the focus there: keys and screen readers go on from it. */
export const goToPage = (index: number): void => {
  const place = places()[index];
  if (!(place instanceof HTMLElement)) return;
  place.scrollIntoView({ block: 'start' });
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
};
