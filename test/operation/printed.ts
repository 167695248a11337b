import { vi } from 'vitest';

/**
 * Everything that functions log and count from now on, down to the finest level; call it before the platform starts.
 * Powertools writes to the console, not past it, where this variable is set.
 */
export const capturePrinted = (): { lines: string[]; stop: () => void } => {
  const variables = { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'DEBUG', POWERTOOLS_METRICS_DISABLED: 'false' };
  Object.assign(process.env, variables);
  const lines: string[] = [];
  const spies = (['log', 'debug', 'info', 'warn', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...given: unknown[]) => {
      lines.push(given.map(String).join(' '));
    }),
  );
  return {
    lines,
    stop: () => {
      for (const spy of spies) spy.mockRestore();
      for (const name of Object.keys(variables)) delete process.env[name];
    },
  };
};
