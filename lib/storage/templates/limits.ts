/** The most roles, fields and documents that one change may write: the rest of a transaction. */
export const CHILDREN_PER_STEP = 80;
