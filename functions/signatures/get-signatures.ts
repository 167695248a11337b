import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Block } from '../../lib/signing/signatures/signature-schema.ts';
import { listBlocks } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'getSignatures',
    tag: 'Signatures and Initials',
    summary: 'List your signature blocks',
    description: 'The newest first, at most 50.',
    route: 'GET /v2/profiles/signatures',
    session: 'both',
    callableBy: 'profile:read',
    returns: z.array(Block),
    access: { read: ['envelope', 'signature'] },
  },
  ({ caller }) => listBlocks(caller, 'signature'),
);
