import { orNotFound } from '../operation/or-not-found.ts';
import { onlyIf } from '../table/changes.ts';
import { type Changes, type Key, queryAll, transact, updateItem } from '../table/client.ts';

/** What one organization has of a kind, in the order of gsi1. One query. */
export const listOwned = <T>(gsi1pk: string): Promise<T[]> =>
  queryAll<T>({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': gsi1pk },
  });

/** Changes what is the organization's and answers it; 404 for what is another's, or isn't there. */
export const changeOwned = <T>(organization_id: string, key: Key, changes: Changes): Promise<T> =>
  orNotFound(() =>
    updateItem<T>(key, onlyIf(changes, 'organization_id = :organization', { ':organization': organization_id })),
  );

/** Removes what is the organization's; 404 for what is another's, or isn't there. */
export const removeOwned = (organization_id: string, key: Key): Promise<void> =>
  orNotFound(() =>
    transact([
      { remove: key, condition: 'organization_id = :organization', values: { ':organization': organization_id } },
    ]),
  );
