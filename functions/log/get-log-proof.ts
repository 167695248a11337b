import * as z from 'zod';
import { KINDS, LogProof, proofOf } from '../../lib/evidence/proof.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getLogProof',
    tag: 'Verification',
    summary: 'Get the proof that a sealed file is in the log',
    description: [
      'An inclusion proof (RFC 6962 section 2.1.1) for the SHA-256 of a sealed file, of the event that ends the sealing in an',
      "envelope's chain, or for the last chain head of a deleted envelope. It leads to the first checkpoint with a time-stamp that",
      'covers the entry, or to the latest one while there is none. If the envelope of the file was deleted, ' +
        '`deleted` has the proof of that. A file is in the log about a minute after its sealing; {not_in_log} until ' +
        'then.',
    ].join(' '),
    route: 'GET /v2/log/proof',
    session: 'none',
    query: z.object({
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')
        .meta({ description: 'SHA-256, hexadecimal' }),
      kind: z.enum(KINDS).optional().meta({
        description: 'Kind of the entry. Default: the first kind that has an entry with this hash',
      }),
    }),
    returns: LogProof,
    errors: ['not_in_log'],
    access: { read: ['log', 'logEntry'], files: { get: ['log'] } },
  },
  ({ query: { sha256, kind } }) => proofOf(sha256, kind),
);
