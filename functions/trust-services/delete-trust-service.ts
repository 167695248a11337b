import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { TrustServicePath } from '../../lib/people/trust-services/trust-service-schema.ts';
import { deleteTrustService } from '../../lib/people/trust-services/trust-services.ts';

export const handler = operation(
  {
    id: 'deleteTrustService',
    tag: 'Organizations',
    summary: 'Remove a trust service',
    description:
      'Recipients who name it can sign no more, until the sender names another method or service. What was signed stands. Services of the platform can be ' +
      'removed by its owner alone.',
    route: 'DELETE /v2/organizations/{organization_id}/trust-services/{service_id}',
    event: 'trust_service:removed',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: TrustServicePath,
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['trustService'], write: ['organization'], remove: ['trustService'], rights: true },
  },
  async ({ caller, path }) => {
    await deleteTrustService(caller, path.organization_id, path.service_id);
    return 'OK';
  },
);
