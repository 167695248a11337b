let steps = 0;

/** Prints the next step of the story. */
export const step = (title: string): void => {
  steps += 1;
  console.log(`\n${String(steps).padStart(2)}. ${title}`);
};

/** Prints a detail of a step. */
export const detail = (text: string): void => console.log(`    ${text}`);
