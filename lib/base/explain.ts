import type * as z from 'zod';

/**
 * Explains the fault of a value by the rule that it breaks, to follow the field's name: `must be a UUID`. Undefined
 * means the validator's own text. Schemas with their own texts don't come here.
 */
export const explain = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return TYPES[issue.expected] && `must be ${TYPES[issue.expected]}`;
    case 'invalid_format':
      return FORMATS[issue.format] && `must be ${FORMATS[issue.format]}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    default:
      return undefined;
  }
};

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  url: 'an address like https://example.com/path',
  datetime: 'a time in UTC like 2026-01-31T09:30:00.000Z (ISO 8601)',
  date: 'a date like 2026-01-31 (ISO 8601)',
  base64: 'base64',
};

const UNITS: Record<string, [one: string, more: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  map: ['entry', 'entries'],
};

const bound = (origin: string, how: string, limit: number | bigint): string => {
  const unit = UNITS[origin];
  if (!unit) return `must be ${how} ${limit}`;
  return `must have ${how} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
};
