import { derivedId } from '../../base/ids.ts';
import type { Language } from '../../base/languages.ts';
import type { At } from '../../storage/engine/read.ts';
import { notificationTemplateAt } from '../../storage/notification-templates.ts';
import type { Channel, EventName, NotificationTemplateItem } from '../../storage/records/notification-template.ts';

/** There is one for each event, channel and language, so its id follows from these. */
export const templateOf = (
  organization_id: string,
  event_name: EventName,
  type: Channel,
  locale: Language | null,
): At<NotificationTemplateItem> =>
  notificationTemplateAt(organization_id, idOf(organization_id, event_name, type, locale));

/** Id of the text for this event, channel and language (null: for all languages), even if there is none. */
export const idOf = (organization_id: string, event_name: EventName, type: Channel, locale: Language | null): string =>
  derivedId(['notification template', type, event_name, ...(locale ? [locale] : [])].join(' '), organization_id);
