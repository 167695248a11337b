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
      'Lists every feature, without an end date: nothing on this platform has to be bought. The numbers of ' +
      '`sms_auth` follow from how many messages an organization may send in a day. The other numbers are never ' +
      'reached.',
    route: 'GET /v2/organizations/entitlements',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    returns: z.array(Entitlement),
    access: { messagesPerDay: true },
  },
  ({ caller }) => entitlementsOf(caller.organization_id),
);
