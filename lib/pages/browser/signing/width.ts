import { signal } from '@preact/signals';

/** As in the style: from here on there is room beside the document. */
const ROOM = matchMedia('(min-width: 62rem)');

/** True where what is left to do stands beside the document. */
export const isWide = signal(ROOM.matches);
ROOM.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});
