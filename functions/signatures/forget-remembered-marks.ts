import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { forgetMarks } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'forgetRememberedMarks',
    tag: 'Signatures and Initials',
    summary: 'Forget the signature and initials that you had remembered',
    description: 'Those of your address and name. Fields that were filled with them keep their pictures.',
    route: 'DELETE /v2/profiles/remembered',
    event: 'signature:deleted',
    session: 'both',
    callableBy: 'profile:write',
    returns: Confirmation,
    errors: ['address_unproven'],
    access: { read: ['envelope'], bulk: ['rememberedMark'] },
  },
  ({ caller }) => forgetMarks(caller).then(() => 'OK'),
);
