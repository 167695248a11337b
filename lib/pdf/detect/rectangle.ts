/** An area of a page, in points of the page as displayed. */
export interface Rectangle {
  left: number;
  bottom: number;
  right: number;
  top: number;
}
