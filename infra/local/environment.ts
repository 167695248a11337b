/** In a platform's data folder: the variables that its functions have, for those who run them elsewhere (`sam.ts`). */
export const ENVIRONMENT_FILE = 'environment.json';

/** Sets variables of `process.env` (undefined removes one); the answer puts everything back as it was. */
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
