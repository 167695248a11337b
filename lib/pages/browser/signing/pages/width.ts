import { signal } from '@preact/signals';

/** As in the style: from here on there is room beside the document. */
const ROOM = matchMedia('(min-width: 62rem)');

/** True where what is left to do stands beside the document. */
export const isWide = signal(ROOM.matches);
ROOM.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});

/**
 * Width of screens on which fields on a page are too small to begin with, and a keyboard leaves no room to see the
 * page.
 */
const NARROW = 600;

export const isNarrow = (): boolean => innerWidth < NARROW;

/** True where somebody points as exactly as with a mouse, on a page that is large enough for that. */
export const hasMouse = (): boolean => !isNarrow() && matchMedia('(pointer: fine)').matches;
