import type { Field } from '../shared/answers.ts';
import type { PageOf } from './page-source.ts';

/** Size of a page in points, as it is displayed. */
export interface Size {
  width: number;
  height: number;
}

export const sizeOf = ({ document, page }: PageOf): Size =>
  document.page_sizes[String(page)] ?? { width: 612, height: 792 };

/** The place of a field on its page, as a style. */
export const placeOf = (field: Field, size: Size) => ({
  left: `${(field.x / size.width) * 100}%`,
  bottom: `${(field.y / size.height) * 100}%`,
  width: `${(field.width / size.width) * 100}%`,
  height: `${(field.height / size.height) * 100}%`,
});
