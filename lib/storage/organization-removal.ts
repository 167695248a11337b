import { collection, getItem, readPart, readWhole, writeItems } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import {
  administrationHeadKey,
  contactKey,
  deliveryParts,
  directoryKey,
  envelopeKey,
  identityProviderKey,
  LIST_PARTS,
  listEntryKey,
  notificationTemplateKey,
  organizationApiKeysIndex,
  organizationCountsKey,
  organizationKey,
  organizationOauthAppsIndex,
  partsOfList,
  recipientProviderKey,
  SESSION_PREFIX,
  sessionKey,
  trustServiceKey,
  usageParts,
  userKey,
  webhookKey,
} from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { is } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import { type CountedList, countsKeys, type StoredEntry } from './lists/list.ts';
import { postingsOf } from './lists/postings.ts';
import { inboxOf } from './notifications.ts';
import { webhooksOf } from './webhooks.ts';

/** Place of the counts of an organization's children and contacts. */
export const organizationCountsAt = (organization_id: string): At<{ children?: number }> =>
  at(organizationCountsKey(organization_id));

/** Writes that remove an organization; the first holds if it isn't protected, the second if it has no children. */
export const organizationRemoval = (organization_id: string): Write[] => [
  { remove: organizationKey(organization_id), where: { deletion_protected: false } },
  { check: organizationCountsKey(organization_id), where: { children: is.eitherOf(is.missing, 0) } },
];

/** The write that counts one child less. */
export const fewerChildren = (parent_id: string): Write => ({
  change: organizationCountsKey(parent_id),
  add: { children: -1 },
});

/** Removes an organization's API keys with the sessions that they opened, and its OAuth applications. */
export const removeKeysOf = async (organization_id: string): Promise<void> => {
  const [keys, apps] = await Promise.all([
    readWhole<Key & { client_id: string }>({ pk: organizationApiKeysIndex(organization_id, '').gsi1pk, index: 'gsi1' }),
    readWhole<Key>({ pk: organizationOauthAppsIndex(organization_id, '').gsi1pk, index: 'gsi1' }),
  ]);
  for (const { client_id } of keys) {
    await writeItems([], await collection<Key>(sessionKey(client_id, '').pk, SESSION_PREFIX));
  }
  await writeItems([], [...keys, ...apps]);
};

/**
 * Removes the records under an organization's own key, its texts, its directory, and all of its identity providers.
 */
export const removeRecordsOf = async (organization_id: string): Promise<void> => {
  const parts = [
    organizationKey(organization_id),
    notificationTemplateKey(organization_id, ''),
    identityProviderKey(organization_id),
    directoryKey(organization_id),
    recipientProviderKey(organization_id, ''),
    trustServiceKey(organization_id, ''),
  ];
  const items = await Promise.all(parts.map(({ pk }) => collection<Key>(pk)));
  await writeItems([], items.flat());
};

/** Removes an organization's webhooks. */
export const removeWebhooksOf = async (organization_id: string): Promise<void> =>
  writeItems([], await collection<Key>(webhookKey(organization_id).pk));

export const removeCountsOf = (lists: readonly CountedList[]): Promise<void> =>
  writeItems([], lists.flatMap(countsKeys));

/** Removes a piece of the records that nothing else refers to; returns true if there are more. */
export const removePiece = {
  ofList: async (list: string): Promise<boolean> => {
    for (const part of partsOfList(list, LIST_PARTS)) {
      if (await removeSome<StoredEntry>(listEntryKey(part, '').pk, (entry) => postingsOf(part, entry))) return true;
    }
    return false;
  },
  ofContacts: (organization_id: string): Promise<boolean> => removeSome(contactKey(organization_id, '').pk),
  ofUsage: (organization_id: string): Promise<boolean> => removeSomeOf(usageParts(organization_id, true)),
  /** Events of administration, with the head of their chain. */
  ofEvents: (organization_id: string): Promise<boolean> => removeSome(administrationHeadKey(organization_id).pk),
  /** Logs of the organization's webhooks. */
  ofDeliveries: async (organization_id: string): Promise<boolean> => {
    const webhooks = await webhooksOf(organization_id);
    const ids = new Set([organization_id, ...webhooks.map(({ id }) => id)]);
    for (const id of ids) if (await removeSomeOf(deliveryParts(id))) return true;
    return false;
  },
};

const removeSomeOf = async (parts: readonly string[]): Promise<boolean> => {
  for (const part of parts) if (await removeSome(part)) return true;
  return false;
};

const removeSome = async <T extends Key = Key>(pk: string, also: (item: T) => Key[] = () => []): Promise<boolean> => {
  const { items, next } = await readPart<T>({ pk, limit: 500, eventual: true });
  await writeItems([], [...items.flatMap(also), ...items]);
  return next !== undefined;
};

/** Removes sessions, codes and the inbox of an account that no longer exists. False for one that does. */
export const removeBesideAccount = async (user_id: string): Promise<boolean> => {
  if (await getItem<Key>(userKey(user_id))) return false;
  const found = await Promise.all([collection<Key>(userKey(user_id).pk), inboxOf(user_id)]);
  await writeItems([], found.flat());
  return true;
};

/** True if the envelope exists. */
export const hasEnvelope = async (envelope_id: string): Promise<boolean> =>
  (await getItem<Key>(envelopeKey(envelope_id))) !== undefined;
