/**
 * Writes `openapi.json` with examples of answers that are recorded from plain uses of every operation (`npm run
 * examples`). An example that differs from its record in ids, times and tokens alone stays as it is.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { operations } from '../../functions/index.ts';
import { DESCRIPTION_FILE, readExamples } from '../../infra/docs/examples.ts';
import { openApiDocument } from '../../lib/http/openapi.ts';
import { startApi } from '../api.ts';
import { playPlainUses } from '../plain-uses/play.ts';
import { examplesOf } from './examples.ts';
import { masked } from './normalise.ts';

const api = await startApi();
try {
  const recording = { url: api.url, began: await api.beginHour() };
  const recorded = examplesOf(await playPlainUses(api), recording);
  const before = readExamples();
  const stands = (id: string): boolean => isDeepStrictEqual(masked(recorded[id]), masked(before[id]));
  const changed = Object.keys(recorded).filter((id) => !stands(id));
  const examples = Object.fromEntries(
    Object.entries(recorded).map(([id, answers]) => [id, (stands(id) && before[id]) || answers]),
  );
  const contracts = operations.map(({ contract }) => contract);
  writeFileSync(DESCRIPTION_FILE, `${JSON.stringify(openApiDocument(contracts, examples), null, 1)}\n`);
  console.log(changed.length > 0 ? `New examples: ${changed.join(', ')}` : 'All examples stand.');
} finally {
  await api.stop();
}
