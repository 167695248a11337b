/** Edges of a box or of the part of the screen that shows pages, in pixels. */
export interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Pixels above a place that hold the text around it. */
const ABOVE = 48;
/** Share of the room that a place must fill where it is larger than the room. */
const FILLED = 0.9;

const overlap = ([from, to]: [number, number], [first, last]: [number, number]): number =>
  Math.min(to, last) - Math.max(from, first);

/** True where a place on a page and what stands above it can be seen in the view. */
export const isInView = (place: Edges, view: Edges): boolean => {
  const isShown = (part: [number, number], room: [number, number]): boolean =>
    overlap(part, room) >= Math.min(part[1] - part[0], (room[1] - room[0]) * FILLED) - 1;
  return (
    isShown([place.top - ABOVE, place.bottom], [view.top, view.bottom]) &&
    isShown([place.left, place.right], [view.left, view.right])
  );
};
