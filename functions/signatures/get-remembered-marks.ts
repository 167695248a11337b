import { operation } from '../../lib/http/operation.ts';
import { RememberedMarks } from '../../lib/signing/signatures/signature-schema.ts';
import { rememberedMarks } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'getRememberedMarks',
    tag: 'Signatures and Initials',
    summary: 'Get the signature and initials that you had remembered',
    description:
      'What a person had remembered (`remember`) in whatever envelope, for a year. A signer gets it only after passing a code that ' +
      'was mailed to the same address in this envelope, and only under the name that it had then: people share mailboxes. Following the link is ' +
      'not enough. Else both are null.',
    route: 'GET /v2/profiles/remembered',
    session: 'both',
    callableBy: 'profile:read',
    returns: RememberedMarks,
    access: { read: ['envelope', 'rememberedMark'] },
  },
  ({ caller }) => rememberedMarks(caller),
);
