import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { programPath } from '../../infra/local/engines/dynamodb.ts';
import { tableSchema } from '../../infra/local/engines/resources.ts';
import type { Key } from '../../lib/storage/engine/key.ts';

/**
 * Puts any number of items into a new table of this name in `folder`, where the embedded engine then finds it: much
 * faster than by requests. The engine reads them as DynamoDB exports them. The table has no stream: nothing happens
 * because of them.
 */
export const importItems = async (folder: string, table: string, items: Iterable<Key>): Promise<void> => {
  const source = join(folder, 'export');
  await mkdir(join(source, table, 'data'), { recursive: true });
  const file = createWriteStream(join(source, table, 'data', 'items.json.gz'));
  await pipeline(Readable.from(linesOf(items)), createGzip({ level: 1 }), file);
  const schema = join(folder, 'schema.json');
  const { StreamSpecification, BillingMode, ...definition } = tableSchema(table);
  await writeFile(schema, JSON.stringify({ Table: { ...definition, BillingModeSummary: { BillingMode } } }));
  const program = programPath();
  if (!program) throw new Error('Only the embedded engine imports items');
  const output = ['--output', join(folder, 'table.db')];
  await promisify(execFile)(program, ['import', '--source', source, '--schema', schema, ...output, '--force']);
  await rm(source, { recursive: true });
};

const AT_ONCE = 500;

/** As exports spell them. The replacer gets what `toJSON` makes of a buffer, so it looks at the member itself. */
function bytesAsBase64(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const member = this[name];
  return member instanceof Uint8Array ? Buffer.from(member).toString('base64') : value;
}

function* linesOf(items: Iterable<Key>): Generator<string> {
  let lines: string[] = [];
  for (const item of items) {
    lines.push(JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) }, bytesAsBase64));
    if (lines.length < AT_ONCE) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
