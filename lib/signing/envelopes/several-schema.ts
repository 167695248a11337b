import * as z from 'zod';
import { Id } from '../../base/common-schema.ts';

/** The most envelopes of one request: each is a transaction of its own, one after the other. */
const MOST = 25;

export const ActOnSeveral = z.object({
  action: z.enum(['remind', 'cancel']),
  envelope_ids: z.array(Id).min(1).max(MOST).meta({ description: 'Ids of envelopes; repeated ids count once' }),
});

export const SeveralDone = z
  .object({
    results: z.array(
      z.object({
        envelope_id: Id,
        status: z.enum(['OK', 'ERROR']),
        error_code: z
          .string()
          .nullable()
          .meta({ description: 'Name of the error in the catalogue; null if it is done' }),
      }),
    ),
  })
  .meta({ id: 'SeveralDone', description: 'What became of each envelope, in the order of the request' });
