import { isCovered } from '../shared/sheet.tsx';

/**
 * Keeps the focus in the page's work. A control that goes when it is pressed, alone or with its row, would leave it to
 * the body, and keys would begin at the top of the page again (WCAG 2.4.3).
 */

const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex]';

/** A part of the page around the control that has the focus, and the control's number among all in that part. */
interface Around {
  part: HTMLElement;
  number: number;
}

const controlsIn = (part: HTMLElement): HTMLElement[] => [...part.querySelectorAll<HTMLElement>(CONTROLS)];

/** The parts around a control, from the least to the page. */
const aroundOf = (control: HTMLElement): Around[] => {
  const all: Around[] = [];
  for (let part = control.parentElement; part; part = part.parentElement)
    all.push({ part, number: controlsIn(part).indexOf(control) });
  return all;
};

/** The control of a part that is next to where one was; of the same kind as that one, if there are such. */
const nextIn = ({ part, number }: Around, gone: HTMLElement): HTMLElement | undefined => {
  const able = controlsIn(part)
    .map((control, at) => ({ control, far: Math.abs(at - number) }))
    .filter(({ control }) => !control.matches(':disabled') && control.checkVisibility())
    .sort((a, b) => a.far - b.far)
    .map(({ control }) => control);
  return able.find(({ tagName, className }) => tagName === gone.tagName && className === gone.className) ?? able[0];
};

const nextTo = (gone: HTMLElement, around: readonly Around[]): HTMLElement | null => {
  for (const one of around.filter(({ part }) => part.isConnected)) {
    const next = nextIn(one, gone);
    if (next) return next;
    // On another page, or beside the pages, nobody would look for it.
    if (one.part.matches('.page, .aside')) break;
  }
  return document.querySelector<HTMLElement>('.pages');
};

/** Begins to keep the focus; what it returns ends it. Sheets keep their own, and give it back. */
export const keepFocus = (): (() => void) => {
  let last: HTMLElement | null = null;
  let around: Around[] = [];
  let isSeen = false;
  let isLost = false;
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.closest('dialog')) return;
    last = target;
    around = aroundOf(target);
    isSeen = target.matches(':focus-visible');
    isLost = false;
  };
  // A press beside all controls takes the focus away, and means it.
  const forget = ({ target }: Event) => {
    if (target instanceof Element && !target.closest('dialog')) last = null;
  };
  const give = (): void => {
    if (!last || !isLost || isCovered.peek() || document.activeElement !== document.body) return;
    // Nothing moves under a pointer.
    (last.isConnected ? last : nextTo(last, around))?.focus({ preventScroll: !isSeen });
  };
  const observer = new MutationObserver(() => {
    // While it can't be pressed, a button has no focus.
    isLost ||= last !== null && (!last.isConnected || last.matches(':disabled'));
    // After whatever gives the focus a place of its own once it is drawn.
    if (isLost) requestAnimationFrame(give);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  addEventListener('focusin', note);
  addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', note);
    removeEventListener('pointerdown', forget);
  };
};
