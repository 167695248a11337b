/** Members of an envelope's own `data`, as people write them to narrow a webhook: `name = value` in each line. */

type Value = string | number | boolean;

/** The value that JSON has for a text; undefined for none, a list or a record. */
const inJson = (text: string): Value | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The lines of these members. A text that would be read as something else stands in quotation marks. */
export const linesOf = (data: Record<string, Value>): string =>
  Object.entries(data)
    .map(([name, value]) => {
      const isPlain = typeof value === 'string' && inJson(value) === undefined;
      return `${name} = ${isPlain ? value : JSON.stringify(value)}`;
    })
    .join('\n');

/** The members that these lines name, or the first line that names none. */
export const dataOf = (lines: string): { data: Record<string, Value> } | { bad: string } => {
  const data: Record<string, Value> = {};
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', text = ''] = /^\s*([^=]*[^=\s])\s*=\s*(.*\S)\s*$/.exec(line) ?? [];
    if (name === '') return { bad: line.trim() };
    data[name] = inJson(text) ?? text;
  }
  return { data };
};
