import { CallFailed } from '../shared/call.ts';
import { explain } from '../shared/explain.ts';
import { InputRefused } from '../shared/run.ts';

/** Does what may be refused because of one input's value: a refusal by this code is then said at that input. */
export const atInput = async <Answer>(input: string, code: string, act: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CallFailed && error.code === code) throw new InputRefused(input, explain(error));
    throw error;
  }
};
