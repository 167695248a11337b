/** Counts what the pumps have taken up, so that somebody waiting for quiet can tell whether anything came in between. */
export interface Activity {
  count: number;
}
