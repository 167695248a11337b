import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Entitlement } from '../../lib/people/usage/entitlement-schema.ts';
import { entitlementsOf } from '../../lib/people/usage/entitlements.ts';

export const handler = operation(
  {
    id: 'getEntitlements',
    tag: 'Organizations',
    summary: 'List what the organization may use',
    description:
      'Everything that is possible here, without end: nothing of this platform has to be bought. The numbers of `sms_auth` come ' +
      'from the messages that an organization may send in a day; the others are never reached.',
    route: 'GET /v2/organizations/entitlements',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    returns: z.array(Entitlement),
    access: { messagesPerDay: true },
  },
  ({ caller }) => entitlementsOf(caller.organization_id),
);
