import { apiKeyAt } from '../../storage/api-keys.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';

/**
 * True unless another key made this one and is gone: what a key has made ends with it. One read for each key that it
 * descends from; none for keys that a person made.
 */
export const hasMaker = async ({ made_by }: Pick<ApiKeyItem, 'made_by'>): Promise<boolean> => {
  if (made_by === undefined) return true;
  const maker = await readAt(apiKeyAt(made_by));
  return maker !== undefined && hasMaker(maker);
};
