let muted = false;

/** Prints an error of background work, which no request would show. */
export const report = (what: string, error: unknown): void => {
  if (muted) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(`${what}: ${name}: ${message}\n${(stack ?? '').split('\n').slice(1, 6).join('\n')}`);
};

/** Mutes reports on the terminal, or unmutes them. */
export const muteReports = (on: boolean): void => {
  muted = on;
};
