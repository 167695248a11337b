import { fail } from '../../base/errors.ts';
import { eventsBefore, type StoredAdministrationEvent } from '../../storage/administration/events.ts';
import type { UserCaller } from '../access/caller.ts';
import type { AdministrationEvent, AdministrationEventPage, EventQuery } from './event-schema.ts';

/** A page of the events of the caller's own organization; throws `not_found` for any other. */
export const listEvents = async (
  caller: UserCaller,
  organization_id: string,
  { rows, before, ...filter }: EventQuery,
): Promise<AdministrationEventPage> => {
  if (organization_id !== caller.organization_id) return fail('not_found');
  const { events, next } = await eventsBefore(organization_id, filter, { rows, before });
  return { events: events.map(presentEvent), next };
};

const presentEvent = ({
  previous_hash: _previous,
  sequence = undefined,
  hash = undefined,
  ...event
}: StoredAdministrationEvent): AdministrationEvent => ({ ...event, sequence: sequence ?? null, hash: hash ?? null });
