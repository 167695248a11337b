/** Stands for no limit, because clients require a number: it is never reached. */
export const NO_LIMIT = 999_999_999;
