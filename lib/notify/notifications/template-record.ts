import { derivedId } from '../../base/ids.ts';
import { notificationTemplateAt } from '../../storage/notification-templates.ts';
import type { At } from '../../storage/read.ts';
import type { Channel, EventName, NotificationTemplateItem } from '../../storage/records/notification-template.ts';

/** There is one for each event and channel: whoever knows these knows where it stands. */
export const templateOf = (
  organization_id: string,
  event_name: EventName,
  type: Channel,
): At<NotificationTemplateItem> => notificationTemplateAt(organization_id, idOf(organization_id, event_name, type));

/** The id of the text for this event and channel, whether there is one or not. */
export const idOf = (organization_id: string, event_name: EventName, type: Channel): string =>
  derivedId(`notification template ${type} ${event_name}`, organization_id);
