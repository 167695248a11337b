import { derivedId } from '../../base/ids.ts';
import type { Key } from '../../storage/key.ts';
import { notificationTemplateKey } from '../../storage/keys.ts';
import type { Channel, EventName } from './events.ts';

/** An organization's own text, as the table holds it. */
export interface NotificationTemplateItem extends Key {
  id: string;
  organization_id: string;
  type: Channel;
  event_name: EventName;
  template_id: string | null;
  html_template: string | null;
  text_template: string | null;
  created_at: string;
  updated_at: string;
}

/** There is one for each event and channel: whoever knows these knows where it stands. */
export const templateKeyOf = (organization_id: string, event_name: EventName, type: Channel): Key =>
  notificationTemplateKey(organization_id, idOf(organization_id, event_name, type));

/** The id of the text for this event and channel, whether there is one or not. */
export const idOf = (organization_id: string, event_name: EventName, type: Channel): string =>
  derivedId(`notification template ${type} ${event_name}`, organization_id);
