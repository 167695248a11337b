let muted = false;

/** Says on the terminal what went wrong in the background, where no request would show it. */
export const report = (what: string, error: unknown): void => {
  if (muted) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(`${what}: ${name}: ${message}\n${(stack ?? '').split('\n').slice(1, 6).join('\n')}`);
};

/** Keeps reports from the terminal, or lets them through again. */
export const muteReports = (on: boolean): void => {
  muted = on;
};
