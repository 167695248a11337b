/**
 * Records the examples of answers that the description shows, from plain uses of every operation (`npm run examples`). An example
 * that differs from its record in ids, times and tokens alone stays as it is.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { operations } from '../../functions/index.ts';
import { slugOf } from '../../infra/docs/description.ts';
import { EXAMPLES_FOLDER, readExamples } from '../../infra/docs/examples.ts';
import { startApi } from '../api.ts';
import { playPlainUses } from '../plain-uses/play.ts';
import { examplesOf } from './examples.ts';
import { masked } from './normalise.ts';

const api = await startApi();
try {
  const recording = { url: api.url, began: Date.now() };
  const recorded = examplesOf(await playPlainUses(api), recording);
  const before = readExamples();
  const changed: string[] = [];
  rmSync(EXAMPLES_FOLDER, { recursive: true, force: true });
  mkdirSync(EXAMPLES_FOLDER);
  const areas = Map.groupBy(operations, ({ contract }) => slugOf(contract.tag));
  for (const [area, of] of areas) {
    const ids = of.map(({ contract }) => contract.id).filter((id) => id in recorded);
    if (ids.length === 0) continue;
    const examples = ids.map((id) => {
      const isSame = isDeepStrictEqual(masked(recorded[id]), masked(before[id]));
      if (!isSame) changed.push(id);
      return [id, isSame ? before[id] : recorded[id]];
    });
    writeFileSync(`${EXAMPLES_FOLDER}${area}.json`, `${JSON.stringify(Object.fromEntries(examples), null, 1)}\n`);
  }
  console.log(changed.length > 0 ? `New examples: ${changed.join(', ')}` : 'All examples stand.');
} finally {
  await api.stop();
}
