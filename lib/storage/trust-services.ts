import { collection } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { organizationKey, TRUST_SERVICE_PREFIX, trustServiceKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { TrustServiceItem } from './records/trust-service.ts';

export const trustServiceAt = (organization_id: string, id: string): At<TrustServiceItem> =>
  at(trustServiceKey(organization_id, id));

/** Trust services that the organization has registered. One query. */
export const trustServicesOf = (organization_id: string): Promise<TrustServiceItem[]> =>
  collection<TrustServiceItem>(trustServiceKey(organization_id, '').pk, TRUST_SERVICE_PREFIX);

export const trustServiceRecord = (service: Omit<TrustServiceItem, keyof Key>): TrustServiceItem => ({
  ...trustServiceKey(service.organization_id, service.id),
  ...service,
});

/** Writes of a service, and of the organization's own record, by which new envelopes know it. */
export const trustServiceWrites = {
  /** Holds while the record is as it was read: absent, or of this time. */
  save: (service: TrustServiceItem, before: TrustServiceItem | undefined): Write[] => [
    { put: service, where: before ? { updated_at: before.updated_at } : ABSENT },
    {
      change: organizationKey(service.organization_id),
      add: { trust_services: new Set([service.id]) },
      where: PRESENT,
    },
  ],
  /** Holds while it is as it was read. */
  remove: ({ pk, sk, organization_id, id, updated_at }: TrustServiceItem): Write[] => [
    { remove: { pk, sk }, where: { updated_at } },
    { change: organizationKey(organization_id), take: { trust_services: new Set([id]) }, where: PRESENT },
  ],
};
