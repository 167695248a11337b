import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../lib/storage/engine/client.ts';
import { MIGRATIONS, migrateItem } from '../../lib/storage/migrate.ts';

/**
 * Reads the whole table once, and migrates its items. No function may do that: this runs with its owner's rights, when
 * a new version asks for it.
 */
export const migrate = async (
  client: DynamoDBDocumentClient,
  table: string,
  migrations = MIGRATIONS,
): Promise<{ read: number; migrated: number }> => {
  const total = { read: 0, migrated: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table })) {
    const changed = await Promise.all(Items.map((item) => migrateItem(item as Item, migrations)));
    total.read += Items.length;
    total.migrated += changed.filter(Boolean).length;
  }
  return total;
};
