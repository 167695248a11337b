import { changeRecord, collection, putRecord, removeRecord } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import { notificationTemplateKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT } from './engine/where.ts';
import type { NotificationTemplateItem } from './records/notification-template.ts';

export const notificationTemplateAt = (organization_id: string, id: string): At<NotificationTemplateItem> =>
  at(notificationTemplateKey(organization_id, id));

/** Lists an organization's own texts. One query. */
export const notificationTemplatesOf = (organization_id: string): Promise<NotificationTemplateItem[]> =>
  collection<NotificationTemplateItem>(notificationTemplateKey(organization_id, '').pk);

/** Stores a text; false if there is one for its event and channel. */
export const addNotificationTemplate = (template: Omit<NotificationTemplateItem, 'pk' | 'sk'>): Promise<boolean> =>
  isMade(() => putRecord({ ...notificationTemplateKey(template.organization_id, template.id), ...template }, ABSENT));

/** Changes a text and returns the new one; undefined if it was changed since it was read. */
export const changeNotificationTemplate = (
  { organization_id, id, updated_at }: NotificationTemplateItem,
  set: Partial<NotificationTemplateItem>,
): Promise<NotificationTemplateItem | undefined> =>
  ifHeld(() =>
    changeRecord<NotificationTemplateItem>(notificationTemplateKey(organization_id, id), {
      set,
      where: { updated_at },
    }),
  );

/** Removes a text; false if there is none. */
export const removeNotificationTemplate = async (organization_id: string, id: string): Promise<boolean> =>
  (await removeRecord(notificationTemplateKey(organization_id, id))) !== undefined;
