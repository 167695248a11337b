import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { findLogHead } from '../../lib/storage/log.ts';

export const handler = operation(
  {
    id: 'getLogCheckpoint',
    tag: 'Verification',
    summary: "Get the log's latest checkpoint",
    description: [
      'A signed note (c2sp.org/tlog-checkpoint): the name of the log, the number of its entries, and the root of the Merkle',
      'tree (RFC 6962) over them. Whoever keeps two of them can show that nothing was changed or removed between them:',
      '`npm run log:watch`. {not_found} while the log is empty.',
    ].join(' '),
    route: 'GET /v2/log/checkpoint',
    session: 'none',
    returns: z.string(),
    produces: 'text/plain',
    errors: ['not_found'],
    access: { read: ['log'] },
  },
  async () => {
    const head = await findLogHead();
    if (!head?.checkpoint) return fail('not_found');
    return new Answer('text/plain; charset=utf-8', head.checkpoint, 200, { 'Cache-Control': 'public, max-age=10' });
  },
);
