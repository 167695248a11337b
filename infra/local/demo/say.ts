import type { Answered } from '../story/http.ts';

let steps = 0;

/** Prints the next step of the signing. */
export const step = (title: string): void => {
  steps += 1;
  console.log(`\n${String(steps).padStart(2)}. ${title}`);
};

/** Prints a detail of a step. */
export const detail = (text: string): void => console.log(`    ${text}`);

/** Prints a request that succeeded. Ids and keys are shortened, because a line of the terminal is short. */
export const answered = ({ method, path, status }: Answered): void => {
  const short = path.split('/').map((part) => part.replace(/^([\w-]{8})[\w-]{24,}/, '$1…'));
  detail(`${method} ${short.join('/')} → ${status}`);
};
