/**
 * Writes `openapi.json` from the operations' contracts, with the examples that it has. With `--check` it only compares,
 * and exits with 1 if the committed file differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { operations } from '../functions/index.ts';
import { openApiDocument } from '../lib/http/openapi.ts';
import { DESCRIPTION_FILE, readExamples } from './docs/examples.ts';

const contracts = operations.map(({ contract }) => contract);
const description = `${JSON.stringify(openApiDocument(contracts, readExamples()), null, 1)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(DESCRIPTION_FILE, 'utf8').catch(() => '');
  if (committed !== description) {
    console.error('openapi.json differs from the contracts: run `npm run openapi` and commit it.');
    process.exitCode = 1;
  }
} else {
  await writeFile(DESCRIPTION_FILE, description);
  console.log(`openapi.json describes ${operations.length} operations`);
}
