/**
 * Brings records that an earlier version stored into the present form, while the platform runs (docs/deploying.md says
 * when): `npm run migrate -- --table <name>`. It can be stopped and repeated at any time.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { migrate } from './migrate/migrate.ts';

const { values } = parseArgs({ options: { table: { type: 'string' } } });
if (!values.table) {
  console.error('usage: npm run migrate -- --table <name of the table>');
  process.exit(1);
}
process.env.TABLE_NAME = values.table;
const { read, migrated } = await migrate(DynamoDBDocumentClient.from(new DynamoDBClient({})), values.table);
console.log(`${read} records read, ${migrated} brought into the present form.`);
