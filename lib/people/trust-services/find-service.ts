import { fail } from '../../base/errors.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { TrustServiceItem } from '../../storage/records/trust-service.ts';
import { trustServiceAt, trustServicesOf } from '../../storage/trust-services.ts';
import { decryptClientSecret } from '../identity-providers/client-secret.ts';
import { type AccessReturn, exchangeCode, type FinishedAccess, takeAccess } from './access.ts';
import { instanceServiceNames, instanceServices } from './instance-services.ts';
import type { TrustService } from './trust-service.ts';

/**
 * The service with this id of an organization or of the instance. Another organization's is none. Throws
 * `trust_service_not_found`.
 */
export const findTrustService = async (organization_id: string, id: string | null): Promise<TrustService> => {
  if (id === null) return fail('trust_service_not_found');
  const ofInstance = instanceServices().find((service) => service.id === id);
  if (ofInstance) return ofInstance;
  const found = await readAt(trustServiceAt(organization_id, id));
  return found ? asService(found) : fail('trust_service_not_found');
};

/** Names of the services that an organization's recipients can sign at, by their ids. One query. */
export const trustServiceNames = async (organization_id: string): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...instanceServiceNames(),
    ...(await trustServicesOf(organization_id)).map(({ id, name }): [string, string] => [id, name]),
  ]);

/**
 * Finishes what a signer has begun at a service, with what it sent the browser back with: one answer for each, in the
 * same browser, within ten minutes. Whose signing it is for, the caller compares. Throws `trust_service_over`,
 * `trust_service_not_found`, `trust_service_refused` and `trust_service_unreachable`.
 */
export const finishAccess = async (returned: AccessReturn, secret: string | undefined): Promise<FinishedAccess> => {
  const { version, ...begun } = await takeAccess(returned, secret);
  const service = await findTrustService(begun.signer.organization_id, returned.service);
  const { token, expires_in } = await exchangeCode(service, returned, { secret: secret ?? '', version });
  return { service, begun, token, expires_in };
};

const asService = ({ client, ...item }: TrustServiceItem): TrustService => ({
  id: item.id,
  organization_id: item.organization_id,
  name: item.name,
  version: item.version,
  base_url: item.base_url,
  api: item.api,
  api_url: item.api_url,
  oauth: item.oauth,
  client_id: client.client_id,
  has_secret: client.client_secret !== null,
  secret: async () =>
    client.client_secret &&
    decryptClientSecret(client.client_secret, {
      organization_id: item.id,
      issuer: item.base_url,
      client_id: client.client_id,
    }),
});
