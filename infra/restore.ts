/**
 * Compares collections of a restored table with those of the live one, and copies back what is missing
 * (docs/operating.md says when). `npm run restore -- --from restored --to live --key 'ENVELOPE#…' [--write
 * [--overwrite]]`.
 */
import { parseArgs } from 'node:util';
import { compareTables, copyBack } from './restore/tables.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    key: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    overwrite: { type: 'boolean', default: false },
  },
});
const { from, to, key: keys, write, overwrite } = values;
if (!from || !to || !keys || (overwrite && !write)) {
  console.error("usage: npm run restore -- --from restored --to live --key 'ENVELOPE#…' [--write [--overwrite]]");
  process.exit(1);
}
const found = await compareTables({ from, to, keys });
for (const { pk, sk } of found.missing) console.log(`missing  ${pk}  ${sk}`);
for (const { pk, sk } of found.different) console.log(`differs  ${pk}  ${sk}`);
console.log(`${found.missing.length} missing, ${found.different.length} differ, ${found.same} are the same.`);
if (write) console.log(`${await copyBack(to, found, { overwrite })} copied to ${to}.`);
