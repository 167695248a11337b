/**
 * Like `Promise.all`, but throws the first failure only once all have ended: none of them does its work later,
 * unwatched.
 */
export const allEnded = async <T>(running: readonly (T | Promise<T>)[]): Promise<T[]> => {
  const results = await Promise.allSettled(running);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
