/** Order in which recipients act and are shown. */
export const bySequence = <T extends { sequence: number; order: number }>(a: T, b: T): number =>
  a.sequence - b.sequence || a.order - b.order;
