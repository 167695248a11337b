import * as z from 'zod';

/** The number of recipients that are enough for a step. */
export const StepNeeds = z
  .int()
  .min(1)
  .max(50)
  .nullish()
  .meta({
    description:
      'How many of the recipients of this `sequence` are enough, as in “any 2 of these 5”: once so many have signed or approved, the ' +
      'others needn’t. Given for one, it is that of all of its `sequence`. Null: all of them act',
  });
