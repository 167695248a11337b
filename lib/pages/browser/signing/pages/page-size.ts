import type { Box } from '../state/field-place.ts';
import type { PageOf } from './page-source.ts';

/** Size of a page in points, as it is displayed. */
export interface Size {
  width: number;
  height: number;
}

export const sizeOf = ({ document, page }: PageOf): Size =>
  document.page_sizes[String(page)] ?? { width: 612, height: 792 };

/** The place of a box on its page, as a style. */
export const placeOf = (box: Box, size: Size) => ({
  left: `${(box.x / size.width) * 100}%`,
  bottom: `${(box.y / size.height) * 100}%`,
  width: `${(box.width / size.width) * 100}%`,
  height: `${(box.height / size.height) * 100}%`,
});
