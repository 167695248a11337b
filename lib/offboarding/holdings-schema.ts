import * as z from 'zod';

/** Numbers of what a member owns in an organization. */
export const Holdings = z
  .object({
    envelopes: z.int().meta({ description: 'Envelopes that the member sent; they are handed over' }),
    open_envelopes: z.int().meta({ description: 'Those of them in which somebody still has to act' }),
    templates: z.int().meta({ description: 'Handed over' }),
    drafts: z.int().meta({ description: 'Handed over' }),
    api_keys: z.int().meta({ description: 'Keys that act as the member; they stop with the member' }),
    applications: z.int().meta({ description: 'OAuth applications that the member registered; they go on' }),
  })
  .meta({ id: 'MemberHoldings' });
export type Holdings = z.output<typeof Holdings>;
