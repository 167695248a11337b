import { timestamp } from '../../base/clock.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { TrustServiceItem } from '../../storage/records/trust-service.ts';
import {
  trustServiceAt,
  trustServiceRecord,
  trustServicesOf,
  trustServiceWrites,
} from '../../storage/trust-services.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { redirectUri } from '../identity-providers/addresses.ts';
import { checkedAddress } from '../identity-providers/issuer.ts';
import { clientOf } from '../identity-providers/provider-store.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { describeService } from './describe-service.ts';
import { instanceServices } from './instance-services.ts';
import type { TrustService } from './trust-service.ts';
import type { TrustServiceAnswer, TrustServiceInput } from './trust-service-schema.ts';

/** Trust services that an organization has registered, for certificates of its recipients. */

/** The most services of one organization. */
const MAX_SERVICES = 20;

/** Lists the services of the caller's organization, by name, and then those of the platform. One query. */
export const listTrustServices = async (caller: UserCaller, organization_id: string): Promise<TrustServiceAnswer[]> => {
  demandOwn(caller, organization_id);
  const found = await trustServicesOf(organization_id);
  const own = found.map(present).sort((a, b) => a.name.localeCompare(b.name));
  return [...own, ...instanceServices().map(presentInstance)];
};

/**
 * Adds a service, which is asked for its version and its authorization server. Throws `organization_full`, `invalid`
 * for an address that isn't https, `trust_service_unreachable` and `trust_service_refused`.
 */
export const createTrustService = async (
  caller: UserCaller,
  organization_id: string,
  stated: TrustServiceInput,
): Promise<TrustServiceAnswer> => {
  demandOwn(caller, organization_id);
  const { found, ...addresses } = await describe(stated);
  const id = newId();
  return change(
    () => trustServicesOf(organization_id),
    async (known) => {
      if (known.length >= MAX_SERVICES)
        return fail('organization_full', { limit: MAX_SERVICES, things: 'trust services' });
      const at = timestamp();
      const service = trustServiceRecord({
        organization_id,
        id,
        version: newId(),
        name: stated.name,
        ...addresses,
        ...found,
        client: await clientAt(stated, id, addresses.base_url, undefined),
        created_at: at,
        updated_at: at,
      });
      describeAct({ object: { id, name: stated.name } });
      return { writes: trustServiceWrites.save(service, undefined), answer: present(service) };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/**
 * Sets a service as a whole, and asks it for itself again. With another address or client it is another one: what has
 * begun there is void, and it needs its own secret. Throws `not_found` and the failures of adding one.
 */
export const updateTrustService = async (
  caller: UserCaller,
  organization_id: string,
  id: string,
  stated: TrustServiceInput,
): Promise<TrustServiceAnswer> => {
  demandOwn(caller, organization_id);
  const read = async () => orFail(await readAt(trustServiceAt(organization_id, id)), 'not_found');
  await read();
  const { found, ...addresses } = await describe(stated);
  return change(
    read,
    async (before) => {
      const isSame =
        before.base_url === addresses.base_url &&
        before.oauth_url === addresses.oauth_url &&
        before.client.client_id === stated.client_id;
      const service = trustServiceRecord({
        ...before,
        version: isSame ? before.version : newId(),
        name: stated.name,
        ...addresses,
        ...found,
        client: await clientAt(stated, id, addresses.base_url, isSame ? before : undefined),
        updated_at: timestamp(),
      });
      const { base_url } = addresses;
      describeAct({
        object: { id, name: stated.name },
        changes: before.base_url === base_url ? [] : [{ member: 'base_url', from: before.base_url, to: base_url }],
      });
      return { writes: trustServiceWrites.save(service, before), answer: present(service) };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/** Removes a service: recipients who name it can't sign until the sender changes that. No error if none. */
export const deleteTrustService = (caller: UserCaller, organization_id: string, id: string): Promise<void> => {
  demandOwn(caller, organization_id);
  return change(
    () => readAt(trustServiceAt(organization_id, id)),
    (before) => {
      if (!before) return { answer: undefined };
      describeAct({ object: { id, name: before.name } });
      return { writes: trustServiceWrites.remove(before), answer: undefined };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/** Checks the stated addresses, and asks the service for itself. */
const describe = async ({ base_url: stated, oauth_url = null }: TrustServiceInput) => {
  const base_url = withoutQuery('base_url', stated);
  const addresses = { base_url, oauth_url: oauth_url && withoutQuery('oauth_url', oauth_url) };
  return { ...addresses, found: await describeService(base_url, addresses.oauth_url) };
};

const withoutQuery = (field: string, address: string): string =>
  checkedAddress(field, address).includes('?') ? invalid(field, 'must have no query') : address;

/** The client at the service, its secret encrypted for this record. A secret isn't sent to another address. */
const clientAt = (
  { client_id, client_secret }: TrustServiceInput,
  id: string,
  base_url: string,
  same: TrustServiceItem | undefined,
) => {
  if (client_secret === undefined && !same)
    return invalid('client_secret', 'is needed for another address or another client; null means none');
  const before = same && { issuer: same.base_url, oidc: same.client };
  return clientOf({ client_id, client_secret }, id, base_url, before);
};

/** Presents a service: never its secret. */
const present = ({ client, ...item }: TrustServiceItem): TrustServiceAnswer => ({
  id: item.id,
  name: item.name,
  instance: false,
  base_url: item.base_url,
  oauth_url: item.oauth_url,
  api: item.api,
  client_id: client.client_id,
  has_client_secret: client.client_secret !== null,
  redirect_uri: redirectUri(item.id),
  created_at: item.created_at,
  updated_at: item.updated_at,
});

const presentInstance = ({ id, name, base_url, api, has_secret }: TrustService): TrustServiceAnswer => ({
  id,
  name,
  instance: true,
  base_url,
  oauth_url: null,
  api,
  client_id: null,
  has_client_secret: has_secret,
  redirect_uri: redirectUri(id),
  created_at: null,
  updated_at: null,
});
