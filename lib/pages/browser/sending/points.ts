import type { Size } from './edits.ts';

/**
 * Places on pages: pixels of the screen as points of the page as displayed. Pure, so that they are tested without a
 * browser.
 */

/** A page's box on the screen, in pixels. */
type Box = Record<'left' | 'bottom' | 'width' | 'height', number>;

/** The point of a page, from its lower left corner, at a place of the screen. */
export const pointAt = (box: Box, size: Size, at: { x: number; y: number }): { x: number; y: number } => ({
  x: ((at.x - box.left) / box.width) * size.width,
  y: ((box.bottom - at.y) / box.height) * size.height,
});

/** A movement on the screen as a movement on the page. */
export const movedBy = (box: Box, size: Size, by: { x: number; y: number }): { x: number; y: number } => ({
  x: (by.x / box.width) * size.width,
  y: (-by.y / box.height) * size.height,
});
