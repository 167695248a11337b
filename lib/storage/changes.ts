import type { Changes } from './client.ts';

/**
 * The update expression that sets every attribute of `set` (undefined ones are left alone) and removes those named in
 * `remove`. Names and values are escaped, so any attribute name works.
 */
export const setting = (set: Record<string, unknown>, remove: readonly string[] = []): Changes => {
  const entries = Object.entries(set).filter(([, value]) => value !== undefined);
  const parts = [];
  if (entries.length > 0) parts.push(`SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`);
  if (remove.length > 0) parts.push(`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`);
  return {
    UpdateExpression: parts.join(' '),
    ExpressionAttributeNames: Object.fromEntries(
      [...entries.map(([name]) => name), ...remove].map((name) => [`#${name}`, name]),
    ),
    ...(entries.length > 0
      ? { ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])) }
      : {}),
  };
};

/** `changes` under a condition, with the condition's own names and values. */
export const onlyIf = (
  changes: Changes,
  condition: string,
  values: Record<string, unknown> = {},
  names: Record<string, string> = {},
): Changes => {
  const allNames = { ...changes.ExpressionAttributeNames, ...names };
  const allValues = { ...changes.ExpressionAttributeValues, ...values };
  return {
    ...changes,
    ConditionExpression: condition,
    ...(Object.keys(allNames).length > 0 ? { ExpressionAttributeNames: allNames } : {}),
    ...(Object.keys(allValues).length > 0 ? { ExpressionAttributeValues: allValues } : {}),
  };
};
