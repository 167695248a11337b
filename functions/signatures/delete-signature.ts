import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteBlock } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'deleteSignature',
    tag: 'Signatures and Initials',
    summary: 'Delete one of your signature blocks',
    description: 'Fields that were filled with it keep their picture.',
    route: 'DELETE /v2/profiles/signatures/{id}',
    event: 'signature:deleted',
    session: 'both',
    callableBy: 'profile:write',
    path: idPath('id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: {
      read: ['envelope', 'signature'],
      remove: ['signature', 'signatureImage'],
      files: { delete: ['signature'] },
    },
  },
  ({ caller, path }) => deleteBlock(caller, 'signature', path.id).then(() => 'OK'),
);
