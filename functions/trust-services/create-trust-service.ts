import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { TrustServiceAnswer, TrustServiceInput } from '../../lib/people/trust-services/trust-service-schema.ts';
import { createTrustService } from '../../lib/people/trust-services/trust-services.ts';

export const handler = operation(
  {
    id: 'createTrustService',
    tag: 'Organizations',
    summary: 'Add a trust service',
    description:
      'A service at which recipients sign with certificates of their own, by the API of the Cloud Signature Consortium (1.0.4, or 2.0 and later). Register ' +
      'Countersign there as a client of OAuth 2.0 with `redirect_uri` of the answer, for the scopes `service` and `credential`. The service is asked for its ' +
      'description (`info`) first. An organization has at most 20.',
    route: 'POST /v2/organizations/{organization_id}/trust-services',
    event: 'trust_service:set',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    body: TrustServiceInput,
    returns: TrustServiceAnswer,
    errors: ['not_found', 'organization_full', 'trust_service_unreachable', 'trust_service_refused'],
    access: { change: ['trustService'], write: ['organization'], providerKey: true, rights: true },
    examples: {
      body: {
        name: 'Example Trust',
        base_url: 'https://service.example.com',
        client_id: 'countersign',
        client_secret: 'shown once by the service',
      },
    },
  },
  ({ caller, path, body }) => createTrustService(caller, path.organization_id, body),
);
