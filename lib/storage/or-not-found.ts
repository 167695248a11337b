import { fail } from '../base/errors.ts';
import { ConditionFailed } from './client.ts';

/** What `write` answers; ends the request with 404 where its condition doesn't hold. */
export const orNotFound = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('not_found');
    throw error;
  }
};
