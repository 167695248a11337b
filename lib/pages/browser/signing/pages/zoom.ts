import { computed, signal } from '@preact/signals';
import { crowdsOf } from '../state/field-place.ts';
import { isOpen } from '../state/fields.ts';
import { own } from '../state/state.ts';
import { allPages } from './all-pages.ts';
import { sizeOf } from './page-size.ts';
import type { PageOf } from './page-source.ts';
import { hasMouse } from './width.ts';

/** The size at which pages are shown. */

const ZOOMS = [100, 150, 200, 300];

/** Index in `ZOOMS`. Pages open whole. */
const zoomStep = signal(0);

/** Width of the pages, as a share of their room. */
export const zoom = computed((): number => ZOOMS[zoomStep.value] ?? 100);

/** True where nothing gets larger any more. */
export const isLargest = computed((): boolean => zoomStep.value === ZOOMS.length - 1);

export const changeZoom = (by: number): void => {
  zoomStep.value = Math.min(ZOOMS.length - 1, Math.max(0, zoomStep.value + by));
};

/** Pixels beside the pages, and the most that they take. */
const MARGINS = 34;
const WIDEST = 960;

/** Pixels in which a page is shown whole. */
export const roomForPages = (): number => Math.min(innerWidth, WIDEST) - MARGINS;

/** Zooms in to the first size that does, or else to the largest. */
const zoomUntil = (does: (share: number) => boolean): void => {
  const found = ZOOMS.findIndex((percent) => does(percent / 100));
  zoomStep.value = Math.max(zoomStep.value, found < 0 ? ZOOMS.length - 1 : found);
};

/** Zooms in until a finger can press each field alone. A mouse can anyway. */
export const zoomToFill = (): void => {
  if (!hasMouse()) zoomUntil((share) => !areCrowded(roomForPages() * share));
};

/** Pixels for a point at which small print can be read. */
const READABLE = 0.95;

/** Zooms in until the text of this page can be read. */
export const zoomToRead = (at: PageOf): void => {
  const scale = roomForPages() / sizeOf(at).width;
  zoomUntil((share) => scale * share >= READABLE);
};

const areCrowded = (shown: number): boolean =>
  allPages().some((at) => {
    const fields = own.value.filter(
      (field) => isOpen(field) && field.document_id === at.document.id && field.page === at.page,
    );
    return crowdsOf(fields, shown / sizeOf(at).width).length < fields.length;
  });
