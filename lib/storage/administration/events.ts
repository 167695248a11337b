import { epochSeconds } from '../../base/clock.ts';
import { idBoundary } from '../../base/ids.ts';
import { type Position, putRecord, readPart } from '../engine/client.ts';
import { isMade } from '../engine/commit.ts';
import { ADMINISTRATION_EVENT_PREFIX, administrationEventKey } from '../engine/keys.ts';
import { ABSENT, allOf, type Where } from '../engine/where.ts';
import type { AdministrationEvent, AdministrationItem, EventKind } from '../records/administration.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days for which events are kept unless the organization says otherwise. */
const EVENT_DAYS = 731;

/** Makes the item of an event, for the transaction of its act. */
export const eventItem = (event: AdministrationEvent, days: number | null | undefined): AdministrationItem => ({
  ...administrationEventKey(event.organization_id, event.id),
  ...event,
  ttl: epochSeconds() + (days ?? EVENT_DAYS) * DAY_SECONDS,
});

/** Stores an event that no write carries, unless one with its id is stored. */
export const storeEvent = (item: AdministrationItem): Promise<boolean> => isMade(() => putRecord(item, ABSENT));

export type StoredAdministrationEvent = Omit<AdministrationItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk' | 'ttl'>;

/** Conditions that events have to fulfil; undefined ones are none. */
export interface EventFilter {
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
  kind?: EventKind | undefined;
  profile_id?: string | undefined;
  object_id?: string | undefined;
}

/** Events that a page reads at most: with a filter that few fulfil, the page is shorter and its position leads on. */
const READ_AT_MOST = 1000;
const READ_AT_ONCE = 250;

/**
 * A page of an organization's events, the newest first, and the id after which the next one begins; null at the end.
 * Its cost depends on the page alone.
 */
export const eventsBefore = async (
  organization_id: string,
  { from, to, kind, profile_id, object_id }: EventFilter,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<{ events: StoredAdministrationEvent[]; next: string | null }> => {
  const found: AdministrationItem[] = [];
  const isFiltered = kind !== undefined || profile_id !== undefined || object_id !== undefined;
  const upper = [before, to === undefined ? undefined : idBoundary(to)].filter((id) => id !== undefined).sort()[0];
  const lower = administrationEventKey(organization_id, from === undefined ? '' : idBoundary(from));
  const where: Where = {
    ...(kind === undefined ? {} : { kind }),
    ...(profile_id === undefined ? {} : { 'actor.profile_id': profile_id }),
    ...(object_id === undefined ? {} : { 'object.id': object_id }),
  };
  let after: Position | undefined;
  let last: string | null = null;
  for (let read = 0; read < READ_AT_MOST; read += READ_AT_ONCE) {
    const { items, next } = await readPart<AdministrationItem>({
      pk: lower.pk,
      from: lower.sk,
      // Inclusive, so a page that continues reads its predecessor's last one, too.
      to: upper === undefined ? `${ADMINISTRATION_EVENT_PREFIX}~` : administrationEventKey(organization_id, upper).sk,
      backwards: true,
      limit: isFiltered ? READ_AT_ONCE : Math.min(rows + 2, READ_AT_ONCE),
      ...(isFiltered ? { where: allOf(where) } : {}),
      after,
    });
    found.push(...items.filter(({ id, ttl }) => id !== upper && ttl > epochSeconds()));
    after = next;
    last = next ? String(next.sk).slice(ADMINISTRATION_EVENT_PREFIX.length) : null;
    if (!next || found.length > rows) break;
  }
  const page = found.slice(0, rows);
  const next = found.length > rows ? (page.at(-1)?.id ?? null) : last;
  return { events: page.map(presentable), next };
};

/** An event without its place in the table. */
export const presentable = (item: AdministrationItem): StoredAdministrationEvent => {
  const { pk: _pk, sk: _sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ttl: _ttl, ...event } = item;
  return event;
};
