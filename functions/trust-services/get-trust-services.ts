import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { TrustServiceAnswer } from '../../lib/people/trust-services/trust-service-schema.ts';
import { listTrustServices } from '../../lib/people/trust-services/trust-services.ts';

export const handler = operation(
  {
    id: 'getTrustServices',
    tag: 'Organizations',
    summary: 'List the trust services',
    description:
      "Services at which recipients can sign with certificates of their own: the organization's by name, then those of the platform (`instance`). Envelopes name " +
      'one as `trust_service` of a recipient. Secrets of clients are never answered.',
    route: 'GET /v2/organizations/{organization_id}/trust-services',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['envelope:create'],
    path: idPath('organization_id'),
    returns: z.array(TrustServiceAnswer),
    errors: ['not_found'],
    access: { read: ['trustService'], trustServices: true },
  },
  ({ caller, path }) => listTrustServices(caller, path.organization_id),
);
