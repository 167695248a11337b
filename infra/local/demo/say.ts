let steps = 0;

/** Begins the next step of the story on the terminal. */
export const step = (title: string): void => {
  steps += 1;
  console.log(`\n${String(steps).padStart(2)}. ${title}`);
};

/** What happens within a step. */
export const detail = (text: string): void => console.log(`    ${text}`);
