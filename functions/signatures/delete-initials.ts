import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteBlock } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'deleteInitials',
    tag: 'Signatures and Initials',
    summary: 'Delete one of your initials blocks',
    description: 'Fields that were filled with it keep their picture.',
    route: 'DELETE /v2/profiles/initials/{id}',
    event: 'signature:deleted',
    session: 'both',
    callableBy: 'profile:write',
    path: idPath('id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: {
      read: ['envelope', 'signature'],
      remove: ['signature', 'signatureImage'],
      files: { delete: ['initial'] },
    },
  },
  ({ caller, path }) => deleteBlock(caller, 'initial', path.id).then(() => 'OK'),
);
