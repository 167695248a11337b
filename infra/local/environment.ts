/** File of a platform's data folder with its functions' variables, for running them elsewhere (`sam.ts`). */
export const ENVIRONMENT_FILE = 'environment.json';

/** Sets variables of `process.env` (undefined removes one); returns a function that restores them. */
export const setEnvironment = (values: Record<string, string | undefined>): (() => void) => {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  assign(Object.entries(values));
  return () => assign(before);
};

const assign = (entries: readonly (readonly [string, string | undefined])[]): void => {
  for (const [name, value] of entries) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};
