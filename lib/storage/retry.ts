import { setTimeout } from 'node:timers/promises';
import { ConditionFailed } from './client.ts';

const TRIES = 4;

/**
 * Runs `change`, which reads and then writes on the condition that nothing has changed since; anew where somebody else
 * was faster. After a few times the request ends with 503.
 */
export const untilWritten = async <T>(change: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ConditionFailed) || tries === TRIES) throw error;
      await setTimeout(Math.random() * 20 * tries);
    }
  }
};
