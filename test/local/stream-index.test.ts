import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-engine-'));
let database: DatabaseSync;
beforeAll(async () => {
  const engine = await startDynamoDb(folder);
  await engine.stop();
  database = new DatabaseSync(join(folder, 'table.db'), { readOnly: true });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Statements of the engine, as its program holds them. */
const NUMBERING =
  'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1';
const READING = `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at, user_identity
  FROM _stream_records
  WHERE table_name = ?1 AND shard_id = ?2 AND CAST(sequence_number AS INTEGER) > ?3
  ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT ?4`;

/** SQLite's plan for a statement. */
const planOf = (statement: string): string =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${statement}`)
    .all()
    .map(({ detail }) => String(detail))
    .join('\n');

test.each([
  ['numbers a record of the stream', NUMBERING],
  ['reads the stream', READING],
])('the engine %s without reading the earlier records', (_, statement) => {
  const plan = planOf(statement);
  expect(plan).toMatch(/SEARCH _stream_records USING (COVERING )?INDEX stream_records_in_order/);
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
});

test('an existing index of a used folder is not changed', async () => {
  const engine = await startDynamoDb(folder);
  await engine.stop();
  expect(planOf(NUMBERING)).toContain('stream_records_in_order');
});
