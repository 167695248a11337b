/**
 * Runs `act` for `concurrency` callers at once, each again as soon as it is done, until `enough`. Returns the number of
 * runs, and the milliseconds of each.
 */
export const repeat = async (
  concurrency: number,
  enough: (done: number) => boolean,
  act: (caller: number) => Promise<unknown>,
): Promise<{ done: number; seconds: number; times: number[] }> => {
  const began = performance.now();
  const times: number[] = [];
  let begun = 0;
  const again = async (index: number) => {
    while (!enough(begun)) {
      begun++;
      const before = performance.now();
      await act(index);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => again(index)));
  return { done: times.length, seconds: (performance.now() - began) / 1000, times };
};
