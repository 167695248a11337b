import { operation } from '../../lib/http/operation.ts';
import {
  TrustServiceAnswer,
  TrustServiceInput,
  TrustServicePath,
} from '../../lib/people/trust-services/trust-service-schema.ts';
import { updateTrustService } from '../../lib/people/trust-services/trust-services.ts';

export const handler = operation(
  {
    id: 'updateTrustService',
    tag: 'Organizations',
    summary: 'Set a trust service',
    description:
      'Sets it as a whole, and asks it for its description again. With another address or client, give its secret, too; signings that have begun there begin ' +
      'again. What was signed stands.',
    route: 'PUT /v2/organizations/{organization_id}/trust-services/{service_id}',
    event: 'trust_service:set',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: TrustServicePath,
    body: TrustServiceInput,
    returns: TrustServiceAnswer,
    errors: ['not_found', 'trust_service_unreachable', 'trust_service_refused'],
    access: { change: ['trustService'], write: ['organization'], providerKey: true, rights: true },
    examples: {
      body: {
        name: 'Example Trust',
        base_url: 'https://service.example.com/csc/v2',
        client_id: 'countersign',
      },
    },
  },
  ({ caller, path, body }) => updateTrustService(caller, path.organization_id, path.service_id, body),
);
