import * as z from 'zod';
import { counted, Email, Id, Paging } from '../../base/common-schema.ts';
import { After, Next } from '../../base/cursor-schema.ts';
import { HOW_WORDS_BEGIN } from '../../storage/lists/words.ts';
import { EnvelopeStatus, ListedEnvelope } from './envelope-schema.ts';

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const ListQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: `Envelopes in whose name every word of this begins a word, ${HOW_WORDS_BEGIN}. A change of name counts after a second`,
    }),
  view: z.enum(['inbox', 'sent', 'action', 'waiting', 'completed']).optional().meta({
    description:
      '`sent`: you sent them. `inbox` and `action`: you have to act. `waiting`: somebody has to act. `completed`: nobody has to act any more',
  }),
  status: z.array(EnvelopeStatus).optional().meta({ description: 'Only these statuses' }),
  include_org: z.boolean().default(false).meta({
    description:
      "Adds your organization's envelopes that you may see to your own and received ones. An envelope that a colleague shares and that you received is shown once; while more pages follow, `count` may count it twice, and `count_is_exact` is false then",
  }),
  template_id: Id.optional().meta({
    description: 'Envelopes made from this template. A new one counts after a second',
  }),
  person: Email.optional().meta({
    description:
      'Envelopes that were sent to this e-mail address, and those that you received from it. A new one counts after a second',
  }),
  created_before: Moment.optional(),
  created_after: Moment.optional(),
  sort_by: z.enum(['name', 'created_at', 'updated_at', 'canceled_at', 'status']).default('created_at').meta({
    description: 'With `canceled_at`, envelopes that were not canceled come last, or first in ascending order',
  }),
  ascending: z.boolean().optional().meta({ description: 'Times descend unless stated, names and statuses ascend' }),
  ...Paging,
  after: After,
});
export type ListQuery = z.output<typeof ListQuery>;

export const EnvelopePage = z
  .object({
    ...counted('envelopes'),
    rows: z.int().meta({ description: 'Number of rows on this page' }),
    page: z.int(),
    next: Next,
    envelopes: z.array(ListedEnvelope),
  })
  .meta({ id: 'EnvelopePage' });
