import { computed, signal } from '@preact/signals';

/**
 * The size at which pages are edited: in steps by buttons and keys, and freely by two fingers or the wheel with Ctrl.
 */

const [SMALLEST, LARGEST] = [50, 300];
const STEPS = [50, 75, 100, 150, 200, 300];

const percent = signal(100);

/** Width of the pages, in percent of their room. */
export const zoom = computed(() => percent.value);

const zoomTo = (to: number): void => {
  percent.value = Math.min(LARGEST, Math.max(SMALLEST, to));
};

/** Goes to the next larger or smaller step. */
export const zoomStep = (by: 1 | -1): void => {
  const now = percent.peek();
  const next = by > 0 ? STEPS.find((one) => one > now) : [...STEPS].reverse().find((one) => one < now);
  if (next) percent.value = next;
};

/** Percent for a pixel of the wheel. */
const WHEEL = 0.002;

const distance = ([a, b]: readonly Touch[]): number =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;

/**
 * Lets two fingers, and the wheel with Ctrl, zoom what is in an element; the place below them stays. Returns how to
 * end that.
 */
export const zoomBy = (element: HTMLElement): (() => void) => {
  const list = element.firstElementChild as HTMLElement;
  const zoomAround = (to: number, x: number, y: number): void => {
    const before = list.getBoundingClientRect();
    const share = { x: (x - before.left) / before.width, y: (y - before.top) / before.height };
    zoomTo(to);
    // At once, so that the place can be held there.
    list.style.width = `${percent.peek()}%`;
    const after = list.getBoundingClientRect();
    element.scrollLeft += after.left + share.x * after.width - x;
    scrollBy(0, after.top + share.y * after.height - y);
  };
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomAround(percent.peek() * Math.exp(-event.deltaY * WHEEL), event.clientX, event.clientY);
  };
  let from: { distance: number; percent: number } | null = null;
  const touch = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!a || !b) {
      from = null;
      return;
    }
    event.preventDefault();
    const now = distance([a, b]);
    from ??= { distance: now, percent: percent.peek() };
    zoomAround((from.percent * now) / from.distance, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  };
  const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
  // Passive listeners can't keep the browser from zooming all of the page.
  element.addEventListener('wheel', wheel, { passive: false });
  for (const kind of kinds) element.addEventListener(kind, touch, { passive: false });
  return () => {
    element.removeEventListener('wheel', wheel);
    for (const kind of kinds) element.removeEventListener(kind, touch);
  };
};
