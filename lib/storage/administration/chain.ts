import canonicalize from 'canonicalize';
import { epochSeconds, HOUR, now } from '../../base/clock.ts';
import { sha256 } from '../../base/ids.ts';
import { change } from '../engine/change.ts';
import { changeRecord, getItem, getItems, putRecord, readPart, transact, writeItems } from '../engine/client.ts';
import { isMade } from '../engine/commit.ts';
import {
  administrationChainIndex,
  administrationEventKey,
  administrationHeadKey,
  dueIndex,
  headDueKey,
} from '../engine/keys.ts';
import { allOf, is, PRESENT } from '../engine/where.ts';
import type { Write } from '../engine/write.ts';
import type {
  AdministrationEvent,
  AdministrationHead,
  AdministrationItem,
  EventLink,
} from '../records/administration.ts';
import { presentable, type StoredAdministrationEvent } from './events.ts';

/** Previous hash of the first event. */
const GENESIS = '0'.repeat(64);

/** Events of one transaction: each is an item of it, beside the head and what is due. */
const AT_ONCE = 90;

/** The text of a link, RFC 8785: its SHA-256 is the hash of the event. */
export const linkText = ({
  hash: _hash,
  ...event
}: AdministrationEvent & Partial<EventLink> & Pick<EventLink, 'sequence' | 'previous_hash'>): string =>
  canonicalize(event) ?? '';

/** The end of an organization's chain; undefined before its first event is linked. */
export const findChainHead = (organization_id: string): Promise<AdministrationHead | undefined> =>
  getItem<AdministrationHead>(administrationHeadKey(organization_id));

/**
 * Links events to the chain of their organization, in the order of their ids. Any number of workers may do that at
 * once, and again: the head's condition holds for one of them, and an event that has its place keeps it.
 */
export const linkEvents = async (organization_id: string, ids: readonly string[]): Promise<void> => {
  const sorted = [...new Set(ids)].toSorted();
  for (let at = 0; at < sorted.length; at += AT_ONCE) await linkSome(organization_id, sorted.slice(at, at + AT_ONCE));
};

const linkSome = async (organization_id: string, ids: readonly string[]): Promise<void> => {
  const isDue = await change(
    async () => {
      const keys = ids.map((id) => administrationEventKey(organization_id, id));
      const [head, ...items] = await getItems<AdministrationHead | AdministrationItem>([
        administrationHeadKey(organization_id),
        ...keys,
      ]);
      return { head: head as AdministrationHead | undefined, items: items as (AdministrationItem | undefined)[] };
    },
    ({ head, items }) => {
      const open = items.flatMap((item) => (item && item.sequence === undefined ? [item] : []));
      const isRepeated = open.length < items.length;
      return {
        writes: open.length === 0 ? [] : linkWrites(organization_id, head, open),
        answer: !head?.is_due || isRepeated,
      };
    },
    { write: transact },
  );
  // After the transaction, at half its price: a worker that dies in between is called again, with linked events.
  if (isDue) await putRecord(headDue(organization_id));
};

/** The events of an organization with these ids that have their place in its chain. */
export const linkedEvents = async (
  organization_id: string,
  ids: readonly string[],
): Promise<StoredAdministrationEvent[]> => {
  const items = await getItems<AdministrationItem>(ids.map((id) => administrationEventKey(organization_id, id)));
  return items.flatMap((item) => (item?.sequence === undefined ? [] : [presentable(item)]));
};

const linkWrites = (
  organization_id: string,
  head: AdministrationHead | undefined,
  items: readonly AdministrationItem[],
): Write[] => {
  let { sequence, hash, kept_until } = head ?? { sequence: 0, hash: GENESIS, kept_until: 0 };
  const links = items.map((item): Write => {
    sequence += 1;
    const link = { sequence, previous_hash: hash };
    hash = sha256(linkText({ ...presentable(item), ...link }));
    // None ends before one that came earlier: so the chain has no gap, whatever was said meanwhile of how long events
    // are kept.
    kept_until = Math.max(kept_until, item.ttl);
    const set = { ...link, hash, ttl: kept_until, ...administrationChainIndex(organization_id, sequence) };
    return { change: { pk: item.pk, sk: item.sk }, set, where: allOf(PRESENT, { sequence: is.missing }) };
  });
  const next: Write = {
    change: administrationHeadKey(organization_id),
    set: {
      sequence,
      hash,
      kept_until,
      is_due: true,
      ...(head ? {} : { organization_id, logged: 0, logged_hash: null }),
    },
    where: { sequence: head ? head.sequence : is.missing },
  };
  return [next, ...links];
};

/** Heads of all organizations are due at full hours, so that they share an entry of the log's files. */
const headDue = (organization_id: string) => {
  const at = new Date((Math.floor(now().getTime() / HOUR) + 1) * HOUR).toISOString();
  return { ...headDueKey(organization_id), ...dueIndex(organization_id, at) };
};

/** Takes due heads away. The stream tells the log's worker of that, which is how the schedule calls it. */
export const removeHeadsDue = (organization_ids: readonly string[]): Promise<void> =>
  writeItems([], organization_ids.map(headDueKey));

/** Marks the head as in the log of evidence; false if the chain has grown meanwhile. */
export const markLogged = ({ pk, sk, sequence, hash }: AdministrationHead): Promise<boolean> =>
  isMade(() =>
    changeRecord({ pk, sk }, { set: { logged: sequence, logged_hash: hash, is_due: false }, where: { sequence } }),
  );

/** Events of an organization in the order of its chain, from the one after `sequence` on. */
export const chainAfter = async (
  organization_id: string,
  sequence: number,
  rows: number,
): Promise<StoredAdministrationEvent[]> => {
  const { gsi1pk: pk, gsi1sk: from } = administrationChainIndex(organization_id, sequence + 1);
  const { items } = await readPart<AdministrationItem>({ pk, index: 'gsi1', from, limit: rows });
  return items.filter(({ ttl }) => ttl > epochSeconds()).map(presentable);
};
