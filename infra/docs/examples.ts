import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Examples } from '../../lib/http/openapi.ts';

/** Folder of the recorded answers: a file for each area, by the operations' ids (`npm run examples`). */
export const EXAMPLES_FOLDER = fileURLToPath(new URL('../../docs/examples/', import.meta.url));

/** Reads all recorded answers. */
export const readExamples = (): Examples =>
  Object.assign(
    {},
    ...globSync(`${EXAMPLES_FOLDER}*.json`).map((file) => JSON.parse(readFileSync(file, 'utf8')) as object),
  );
