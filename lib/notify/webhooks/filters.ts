import { ADMINISTRATION_EVENT, type RoutedEventName } from '../../storage/outbox/webhook-events.ts';
import type { ReceiverFilters } from '../../storage/records/webhook.ts';

/** Members of an event's `data` that filters look at. */
interface Filtered {
  id?: unknown;
  profile_id?: unknown;
  envelope?: { template_id?: unknown; profile_id?: unknown; data?: unknown };
}

/**
 * True if an event satisfies a webhook's filters. An event of an envelope is of the template that it was made from and
 * of its owner; one of a template is of that and of its owner. An event that lacks what a filter names doesn't pass it.
 * Events of administration pass: none of this is theirs.
 */
export const passes = (filters: ReceiverFilters | null, event: RoutedEventName, data: object): boolean => {
  if (!filters || event === ADMINISTRATION_EVENT) return true;
  const { id, profile_id, envelope } = data as Filtered;
  const template = envelope ? envelope.template_id : event.startsWith('template_') ? id : undefined;
  const sender = envelope ? envelope.profile_id : profile_id;
  return (
    isAmong(filters.template_ids, template) &&
    isAmong(filters.profile_ids, sender) &&
    Object.entries(filters.data).every(([name, value]) => ownMember(envelope?.data, name) === value)
  );
};

const isAmong = (ids: readonly string[], id: unknown): boolean => ids.length === 0 || ids.some((one) => one === id);

const ownMember = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? (data as Record<string, unknown>)[name]
    : undefined;
