/** A decoded image: 8-bit RGBA, row by row, alpha not premultiplied. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}
