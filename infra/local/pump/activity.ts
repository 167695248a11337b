/** Counts the pumps' work, so that a waiting caller can see if anything happened in between. */
export interface Activity {
  count: number;
}
