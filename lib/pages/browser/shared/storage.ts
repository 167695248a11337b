/** Uses the browser's storage; undefined where it is forbidden. */
export const storage = <Result>(use: (storage: Storage) => Result): Result | undefined => {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
};
