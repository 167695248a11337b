import { existsSync, readFileSync } from 'node:fs';
import type { Examples } from '../../lib/http/openapi.ts';

/** The description of the API, which keeps the recorded examples. */
export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url);

interface Described {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; responses: Record<string, { content?: Record<string, { example?: unknown }> }> }
    >
  >;
}

/** Reads the examples of answers in the committed description, where `npm run examples` has recorded them. */
export const readExamples = (): Examples => {
  if (!existsSync(DESCRIPTION_FILE)) return {};
  const { paths } = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Described;
  const examples: Examples = {};
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [mime, { example }] of Object.entries(responses[200]?.content ?? {})) {
      if (example !== undefined) examples[operationId] = { ...examples[operationId], [mime]: example };
    }
  }
  return examples;
};
