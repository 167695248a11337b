import { getItem } from './client.ts';
import { type Mark, repeatable } from './once.ts';

/** True if an earlier run of the same request made its first transaction, and this run has made none yet. */
export const carriedOutBefore = async (): Promise<boolean> => {
  const request = repeatable();
  if (!request || request.taken.size > 0) return false;
  const mark = await getItem<Mark>(request.markKey(0));
  return mark?.request === request.request;
};
