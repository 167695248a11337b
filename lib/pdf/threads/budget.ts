/** Processor time in milliseconds that is left for one file of a stranger, whatever is done with it. */
export interface Budget {
  left: number;
}

/** In milliseconds: real documents of a hundred pages need one second. */
const FOR_A_FILE = 5000;

export const newBudget = (): Budget => ({ left: FOR_A_FILE });

/** Reason why a file is refused that needs more, as the end of a sentence. */
export const TOO_MUCH_TIME = `it takes more than ${FOR_A_FILE / 1000} seconds of processor time to be read`;
export const TOO_MUCH_MEMORY = 'it takes too much memory to be read';
