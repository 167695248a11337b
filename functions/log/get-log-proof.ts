import * as z from 'zod';
import { KINDS, LogProof, proofOf } from '../../lib/evidence/proof.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getLogProof',
    tag: 'Verification',
    summary: 'Prove that the log has a sealed file',
    description: [
      'An inclusion proof (RFC 6962 section 2.1.1) for the SHA-256 of a sealed file, of the event that ends the sealing in an',
      "envelope's chain, or for the last chain head of a deleted envelope. It leads to the first checkpoint with a time-stamp that",
      'covers the entry, or to the latest one while there is none. Of a file whose envelope was deleted, `deleted` proves that. A file is in the log about a minute after its sealing; {not_in_log} until then.',
    ].join(' '),
    route: 'GET /v2/log/proof',
    session: 'none',
    query: z.object({
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')
        .meta({ description: 'SHA-256, hexadecimal' }),
      kind: z.enum(KINDS).optional().meta({
        description: 'Of an entry with this hash; of the first of these that there is, unless it is given',
      }),
    }),
    returns: LogProof,
    errors: ['not_in_log'],
    access: { read: ['log', 'logEntry'], files: { get: ['log'] } },
  },
  ({ query: { sha256, kind } }) => proofOf(sha256, kind),
);
