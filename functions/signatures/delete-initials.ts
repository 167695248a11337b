import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteBlock } from '../../lib/signing/signatures/store.ts';

export const handler = operation(
  {
    id: 'deleteInitials',
    tag: 'Signatures and Initials',
    summary: 'Delete one of your initials blocks',
    description: 'Fields that were filled with it keep their picture.',
    route: 'DELETE /v2/profiles/initials/{id}',
    session: 'both',
    callableBy: 'profile:write',
    path: z.strictObject({ id: Id }),
    returns: Confirmation,
    errors: ['not_found'],
    access: {
      read: ['envelope', 'signature'],
      remove: ['signature', 'signatureImage'],
      files: { delete: ['initial'] },
    },
  },
  async ({ caller, path }) => {
    await deleteBlock(caller, 'initial', path.id);
    return 'OK';
  },
);
