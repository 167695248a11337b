import { fail } from '../../base/errors.ts';
import { chainAfter, findChainHead } from '../../storage/administration/chain.ts';
import { eventsBefore, type StoredAdministrationEvent } from '../../storage/administration/events.ts';
import type { AdministrationHead } from '../../storage/records/administration.ts';
import type { UserCaller } from '../access/caller.ts';
import type { AdministrationEvent, AdministrationEventPage, EventQuery, ExportQuery } from './event-schema.ts';
import { type LinkedEvent, ocsfLine } from './ocsf.ts';

/** A page of the events of the caller's own organization; throws `not_found` for any other. */
export const listEvents = async (
  caller: UserCaller,
  organization_id: string,
  { rows, before, ...filter }: EventQuery,
): Promise<AdministrationEventPage> => {
  demandOwn(caller, organization_id);
  const [{ events, next }, head] = await Promise.all([
    eventsBefore(organization_id, filter, { rows, before }),
    findChainHead(organization_id),
  ]);
  return { events: events.map(presentEvent), head: head ? presentHead(head) : null, next };
};

/** Lines of the caller's own organization in the order of its chain; throws `not_found` for any other. */
export const exportEvents = async (
  caller: UserCaller,
  organization_id: string,
  { after, rows }: ExportQuery,
): Promise<string> => {
  demandOwn(caller, organization_id);
  return (await linesAfter(organization_id, after, rows)).lines;
};

/** The lines after one of an organization's chain, and the number of the last one; undefined after the chain's end. */
export const linesAfter = async (
  organization_id: string,
  after: number,
  rows: number,
): Promise<{ lines: string; last: number | undefined }> => {
  const events = await chainAfter(organization_id, after, rows);
  const lines = events.map((event) => `${ocsfLine(event as LinkedEvent)}\n`).join('');
  return { lines, last: events.at(-1)?.sequence };
};

const demandOwn = (caller: UserCaller, organization_id: string): void => {
  if (organization_id !== caller.organization_id) fail('not_found');
};

const presentHead = ({ sequence, hash, logged, logged_hash }: AdministrationHead) => ({
  sequence,
  hash,
  logged,
  logged_hash,
});

const presentEvent = ({
  previous_hash: _previous,
  sequence = undefined,
  hash = undefined,
  ...event
}: StoredAdministrationEvent): AdministrationEvent => ({ ...event, sequence: sequence ?? null, hash: hash ?? null });
