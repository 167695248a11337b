import { MESSAGES } from './error-messages.ts';
import type { Failure } from './errors.ts';

/** Message of a failure, with its details filled in. */
export const messageOf = ({ code, details }: Failure): string => {
  const texts: Record<string, string | number> = { ...details };
  return MESSAGES[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(texts[name] ?? whole));
};
