import { derivedId } from '../../base/ids.ts';
import type { At } from '../../storage/engine/read.ts';
import { notificationTemplateAt } from '../../storage/notification-templates.ts';
import type { Channel, EventName, NotificationTemplateItem } from '../../storage/records/notification-template.ts';

/** There is one for each event and channel, so its id follows from these. */
export const templateOf = (
  organization_id: string,
  event_name: EventName,
  type: Channel,
): At<NotificationTemplateItem> => notificationTemplateAt(organization_id, idOf(organization_id, event_name, type));

/** Id of the text for this event and channel, even if there is none. */
export const idOf = (organization_id: string, event_name: EventName, type: Channel): string =>
  derivedId(`notification template ${type} ${event_name}`, organization_id);
