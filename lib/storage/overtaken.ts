import { ConditionFailed } from './client.ts';

/** True for the error of a write that was refused because somebody else was faster, more often than it was tried again. */
export const isOvertaken = (error: unknown): boolean => error instanceof ConditionFailed;
