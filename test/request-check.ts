import type { Contract } from '../lib/http/contract.ts';

/** Sent names, in a body or a query, that the operation's contract doesn't know: the operation ignores them. */
export const ignoredNames = (schema: Contract['body'], sent: unknown): string[] => {
  const parsed = schema?.safeParse(sent);
  return parsed?.success ? missingNames(sent, parsed.data) : [];
};

const missingNames = (sent: unknown, known: unknown, path = ''): string[] => {
  if (!isRecord(sent) || !isRecord(known)) return [];
  return Object.keys(sent).flatMap((name) => {
    const at = path ? `${path}.${name}` : name;
    return name in known ? missingNames(sent[name], known[name], at) : [at];
  });
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
