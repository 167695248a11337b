import { collection } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { organizationKey, RECIPIENT_PROVIDER_PREFIX, recipientProviderKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { RecipientProviderItem } from './records/identity-provider.ts';

export const recipientProviderAt = (organization_id: string, id: string): At<RecipientProviderItem> =>
  at(recipientProviderKey(organization_id, id));

/** Providers at which the organization has recipients verified. One query. */
export const recipientProvidersOf = (organization_id: string): Promise<RecipientProviderItem[]> =>
  collection<RecipientProviderItem>(recipientProviderKey(organization_id, '').pk, RECIPIENT_PROVIDER_PREFIX);

export const recipientProviderRecord = (provider: Omit<RecipientProviderItem, keyof Key>): RecipientProviderItem => ({
  ...recipientProviderKey(provider.organization_id, provider.id),
  ...provider,
});

/** Writes of a provider, and of the organization's own record, by which new envelopes know it. */
export const recipientProviderWrites = {
  /** Holds while the record is as it was read: absent, or of this time. */
  save: (provider: RecipientProviderItem, before: RecipientProviderItem | undefined): Write[] => [
    { put: provider, where: before ? { updated_at: before.updated_at } : ABSENT },
    {
      change: organizationKey(provider.organization_id),
      add: { recipient_providers: new Set([provider.id]) },
      where: PRESENT,
    },
  ],
  /** Holds while it is as it was read. */
  remove: ({ pk, sk, organization_id, id, updated_at }: RecipientProviderItem): Write[] => [
    { remove: { pk, sk }, where: { updated_at } },
    { change: organizationKey(organization_id), take: { recipient_providers: new Set([id]) }, where: PRESENT },
  ],
};
