/** The six numbers of a PDF transformation (ISO 32000-2 section 8.3.3): x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Rectangle {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A rectangle on a page by one corner and its size, in points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page as it is displayed: its crop box, rotated by /Rotate. In points. */
export interface PageBox extends Rectangle {
  rotation: 0 | 90 | 180 | 270;
  /** Width and height as displayed, after rotation. */
  width: number;
  height: number;
}

/** The matrix from the displayed page (origin at its lower left corner) to the page's own space. */
export const displayMatrix = ({ left, bottom, right, top, rotation }: Omit<PageBox, 'width' | 'height'>): Matrix => {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, left, bottom];
    case 90:
      return [0, 1, -1, 0, right, bottom];
    case 180:
      return [-1, 0, 0, -1, right, top];
    case 270:
      return [0, -1, 1, 0, left, top];
  }
};

/** The inverse of `displayMatrix`: from the page's own space to the displayed page. */
export const displayPoint = (box: Omit<PageBox, 'width' | 'height'>, x: number, y: number): [x: number, y: number] => {
  const [a, b, c, d, e, f] = displayMatrix(box);
  // Quarter turns keep lengths, so the inverse needs only the same numbers.
  return [a * (x - e) + b * (y - f), c * (x - e) + d * (y - f)];
};
