import { timestamp } from '../../base/clock.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { presentOrganization } from '../../people/organizations/organization.ts';
import { readTogether } from '../../storage/engine/read.ts';
import * as templates from '../../storage/notification-templates.ts';
import { findOrganization, organizationAt } from '../../storage/organizations.ts';
import type { Channel, EventName, NotificationTemplateItem } from '../../storage/records/notification-template.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { templateAt } from '../../storage/templates/read.ts';
import type { OwnText } from '../messages/own-text.ts';
import { TEXT_EVENTS, textChannelsOf } from './events.ts';
import type {
  NewNotificationTemplate,
  NotificationTemplate,
  NotificationTemplateChange,
} from './notification-schema.ts';
import { checkedTexts } from './template-check.ts';
import { idOf } from './template-record.ts';

/** Lists the organization's own texts by age. */
export const listNotificationTemplates = async (caller: UserCaller): Promise<NotificationTemplate[]> => {
  const { organization_id } = caller;
  const [items, organization] = await Promise.all([
    templates.notificationTemplatesOf(organization_id),
    findOrganization(organization_id),
  ]);
  const owner = orFail(organization, 'unauthorized');
  return items
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
    .map((item) => presentTemplate(item, owner));
};

/** Reads one of the organization's own texts. Throws `not_found` for any other. */
export const readNotificationTemplate = async (caller: UserCaller, id: string): Promise<NotificationTemplate> => {
  const { item, organization } = await find(caller, id);
  return presentTemplate(item, organization);
};

/** Throws `invalid` for an event or a channel without messages, where a text would have no effect. */
export const demandUsed = (event_name: EventName, type: Channel): void => {
  const channels = textChannelsOf(event_name);
  if (channels.length === 0) invalid('event_name', `has no messages here; these have: ${TEXT_EVENTS.join(', ')}`);
  if (!channels.includes(type)) invalid('type', `must be one of ${channels.join(', ')} for ${event_name}`);
};

/**
 * Stores a text for an event, a channel and a language (null: all). Throws `notification_template_exists` if there is
 * one.
 */
export const createNotificationTemplate = async (
  caller: UserCaller,
  { type, event_name, locale = null, template_id = null, ...given }: NewNotificationTemplate,
): Promise<NotificationTemplate> => {
  const { organization_id } = caller;
  demandUsed(event_name, type);
  const own = checkedTexts(event_name, type, {
    html: given.html_template ?? null,
    text: given.text_template ?? null,
  });
  const [organization, template] = template_id
    ? await readTogether([organizationAt(organization_id), templateAt(template_id)])
    : await readTogether([organizationAt(organization_id)]);
  if (template_id && template?.organization_id !== organization_id) return fail('template_not_found');
  const at = timestamp();
  const item = {
    id: idOf(organization_id, event_name, type, locale),
    organization_id,
    type,
    event_name,
    locale,
    template_id,
    ...asStored(own),
    created_at: at,
    updated_at: at,
  };
  if (!(await templates.addNotificationTemplate(item))) {
    return fail('notification_template_exists', { type, name: locale ? `${event_name} in ${locale}` : event_name });
  }
  return presentTemplate(item, orFail(organization, 'unauthorized'));
};

/** Changes a text; absent members stay, null removes one of the two forms. */
export const updateNotificationTemplate = async (
  caller: UserCaller,
  id: string,
  change: NotificationTemplateChange,
): Promise<NotificationTemplate> => {
  const { item, organization } = await find(caller, id);
  const own = checkedTexts(item.event_name, item.type, {
    html: change.html_template === undefined ? item.html_template : change.html_template,
    text: change.text_template === undefined ? item.text_template : change.text_template,
  });
  const changed = await templates.changeNotificationTemplate(item, { ...asStored(own), updated_at: timestamp() });
  return presentTemplate(orFail(changed, 'unavailable'), organization);
};

/** Deletes a text, so that the one for all languages, or else the standard one, is used again. Throws `not_found`. */
export const deleteNotificationTemplate = async ({ organization_id }: UserCaller, id: string): Promise<void> => {
  if (!(await templates.removeNotificationTemplate(organization_id, id))) fail('not_found');
};

const find = async ({ organization_id }: UserCaller, id: string) => {
  const [item, organization] = await readTogether([
    templates.notificationTemplateAt(organization_id, id),
    organizationAt(organization_id),
  ]);
  return { item: orFail(item, 'not_found'), organization: orFail(organization, 'unauthorized') };
};

const asStored = ({ html, text }: OwnText) => ({ html_template: html, text_template: text });

const presentTemplate = (
  item: Omit<NotificationTemplateItem, 'pk' | 'sk'>,
  organization: OrganizationItem,
): NotificationTemplate => ({
  id: item.id,
  organization_id: item.organization_id,
  type: item.type,
  event_name: item.event_name,
  locale: item.locale,
  template_id: item.template_id,
  html_template: item.html_template,
  text_template: item.text_template,
  organization: presentOrganization(organization),
  created_at: item.created_at,
  updated_at: item.updated_at,
});
