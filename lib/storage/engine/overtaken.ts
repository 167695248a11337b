import { ConditionFailed } from './client.ts';

/** True for the error of a write that was refused because others wrote first, more often than it was retried. */
export const isOvertaken = (error: unknown): boolean => error instanceof ConditionFailed;
