import * as z from 'zod';
import type { Condition } from '../../fields/rules/rule.ts';

/** A condition of a recipient or a role, which `conditions.ts` reads. */
export const OnlyIf = z
  .record(z.string(), z.unknown())
  .nullish()
  .meta({
    description:
      'The recipient takes part only if this holds when the turn comes, over what those have submitted who act before; else ' +
      'it is skipped. A condition of rules between fields, such as `{"field": "amount", "is": "above", "value": "10000"}`',
  });

const Answered = z.record(z.string(), z.unknown()).nullable() as unknown as z.ZodType<Condition | null>;

/** The same in an answer. */
export const OnlyIfAnswered = Answered.meta({
  description: 'The condition under which it takes part; null for always',
});
