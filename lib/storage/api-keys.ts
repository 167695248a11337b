import { readWhole } from './engine/client.ts';
import { apiKeyKey, organizationApiKeysIndex } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ApiKeyItem } from './records/api-key.ts';

export const apiKeyAt = (client_id: string): At<ApiKeyItem> => at(apiKeyKey(client_id));

/** Makes the record of a new key. */
export const apiKeyRecord = (key: Omit<ApiKeyItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>): ApiKeyItem => ({
  ...apiKeyKey(key.client_id),
  ...organizationApiKeysIndex(key.organization_id, key.created_at),
  ...key,
});

/** Lists the organization's keys, the oldest first. One query of an index. */
export const apiKeysOf = (organization_id: string): Promise<ApiKeyItem[]> =>
  readWhole<ApiKeyItem>({ pk: organizationApiKeysIndex(organization_id, '').gsi1pk, index: 'gsi1' });

/** The write that records a key's last use; it holds while the key exists. */
export const apiKeyUse = (client_id: string, last_used_at: string): Write => ({
  change: apiKeyKey(client_id),
  set: { last_used_at },
  where: PRESENT,
});
