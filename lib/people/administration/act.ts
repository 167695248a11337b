import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { derivedId, idBoundary, newId, timeOfId } from '../../base/ids.ts';
import { openMembers } from '../../base/secret-members.ts';
import { eventItem, storeEvent } from '../../storage/administration/events.ts';
import {
  isOrganizationRecord,
  isSessionRecord,
  isUserRecord,
  templateIdOf,
} from '../../storage/administration/kinds-of-records.ts';
import { Act, type ActWrite, currentAct, type ReadRecord as Item, runAct } from '../../storage/engine/act.ts';
import type {
  AdministrationEvent,
  AdministrationItem,
  EventChange,
  EventKind,
} from '../../storage/records/administration.ts';
import type { Client, UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';

/** A request as far as its event tells of it. */
export interface ActRequest {
  /** Id of the operation. */
  operation: string;
  kind: EventKind;
  caller: UserCaller | null;
  origin: Origin;
  path: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Schema of the body: its members with secrets are in no event. */
  schema: z.ZodType | undefined;
}

/** Facts that an operation knows better than its request. */
export interface ActDetails {
  /** Null: it is no act after all. */
  kind?: EventKind | null;
  object?: { id: string; name?: string | null };
  changes?: EventChange[];
  /** The owner of the act, where neither a session nor the records say that. */
  whose?: Whose;
}

/** Longer values are named, not repeated. */
const LONGEST_VALUE = 300;
const MOST_CHANGES = 30;

class RequestAct extends Act {
  readonly #request: ActRequest;
  /** Of all tries of its write. */
  readonly #id = newId();
  #details: ActDetails = {};

  constructor(request: ActRequest) {
    super();
    this.#request = request;
    const { organization, profile } = request.caller?.records ?? {};
    for (const item of [organization, profile]) {
      if (item) this.read.set(`${item.pk}\n${item.sk}`, { ...item });
    }
  }

  describe(details: ActDetails): void {
    this.#details = { ...this.#details, ...details };
  }

  eventOf(writes: readonly ActWrite[]): AdministrationItem | null {
    const kind = this.#details.kind === undefined ? this.#request.kind : this.#details.kind;
    const items = writes.flatMap(({ write, before }) =>
      'put' in write ? [write.put as Item] : before ? [before] : [],
    );
    const whose = this.#whose([...items, ...this.read.values()]);
    if (kind === null || !whose) return null;
    return this.#item(
      {
        kind,
        outcome: 'success',
        reason: null,
        object: this.#object(kind, items, whose),
        changes: this.#changes(writes),
      },
      whose,
    );
  }

  /** The event of an act that no write carries: it only reads, or it failed. */
  alone(of: { whose?: Whose; reason?: string; id?: string } = {}): AdministrationItem | null {
    const { kind } = this.#request;
    const whose = of.whose ?? this.#whose([...this.read.values()]);
    if (!whose) return null;
    const { reason = null } = of;
    const outcome = reason === null ? 'success' : 'failure';
    const changes = this.#details.changes ?? (reason === null ? [] : this.#changes([]));
    return this.#item({ kind, outcome, reason, object: this.#object(kind, [], whose), changes }, whose, of.id);
  }

  #item(
    event: Pick<AdministrationEvent, 'kind' | 'outcome' | 'reason' | 'object' | 'changes'>,
    { organization_id, actor, client }: Whose,
    id = this.#id,
  ) {
    const { operation, origin } = this.#request;
    return eventItem(
      {
        id,
        organization_id,
        at: timeOfId(id),
        ...event,
        operation,
        actor,
        client,
        ip: origin.ip,
        user_agent: origin.userAgent.slice(0, 200),
      },
      this.#days(organization_id),
    );
  }

  #days(organization_id: string): number | null | undefined {
    const found = [...this.read.values()].find((item) => item.id === organization_id && isOrganizationRecord(item));
    return found?.event_retention_days as number | null | undefined;
  }

  /** The person who acts and the organization: the caller's, or of a request without a session those of the records. */
  #whose(items: readonly Item[]): Whose | null {
    const { caller } = this.#request;
    if (this.#details.whose) return this.#details.whose;
    if (caller) {
      const { organization_id, user_id, profile_id, email, first_name, last_name, client } = caller;
      const name = `${first_name} ${last_name}`.trim();
      return { organization_id, actor: { user_id, profile_id, email, name }, client };
    }
    return whoseAre(items);
  }

  #object(kind: EventKind, items: readonly Item[], { actor }: Whose): AdministrationEvent['object'] {
    const [type = '', verb] = kind.split(':');
    const { object } = this.#details;
    if (object) return { type, id: object.id, name: object.name ?? null };
    const id = OF_PERSON.has(type) ? actor.user_id : this.#objectId(type, verb === 'created', items);
    const record = items.find((item) => [item.id, item.client_id].includes(id)) ?? this.#known(id);
    const person = `${record?.first_name ?? ''} ${record?.last_name ?? ''}`.trim();
    const name = textOf(record, 'friendly_name', 'name') ?? (person || textOf(record, 'email'));
    return { type, id, name: name?.slice(0, 200) ?? null };
  }

  #objectId(type: string, isNew: boolean, items: readonly Item[]): string | null {
    if (type === 'session') return textOf(items.find(isSessionRecord), 'id');
    const made = items.find(({ id, client_id }) => typeof (id ?? client_id) === 'string');
    if (isNew && made) return textOf(made, 'id', 'client_id');
    const variables = Object.entries(this.#request.path);
    const own = variables.find(([name]) => name.replace('_', '') === `${type}id`);
    const [, named] = own ?? variables.find(([name]) => !/^organization_?id$/.test(name)) ?? [];
    const template =
      type === 'template' || type === 'draft' ? items.map(templateIdOf).find((id) => id !== undefined) : null;
    return template ?? (named === undefined ? textOf(made, 'id', 'client_id') : String(named));
  }

  #known(id: string | null): Item | undefined {
    return id === null ? undefined : [...this.read.values()].find((item) => item.id === id || item.client_id === id);
  }

  #changes(writes: readonly ActWrite[]): EventChange[] {
    if (this.#details.changes) return this.#details.changes;
    const members = Object.entries(openMembers(this.#request.schema, this.#request.body));
    return members.flatMap(([member, given]) => changeOf(member, given, writes)).slice(0, MOST_CHANGES);
  }
}

/** Objects that are the person's own account. */
const OF_PERSON: ReadonlySet<string> = new Set(['account', 'password', 'mfa']);

interface Whose extends Pick<AdministrationEvent, 'organization_id' | 'actor' | 'client'> {}

const textOf = (item: Item | undefined, ...names: readonly string[]): string | null =>
  (names.map((name) => item?.[name]).find((value) => typeof value === 'string') as string | undefined) ?? null;

/** The owner of these records: a session names its person and its organization, a user the current one of both. */
const whoseAre = (items: readonly Item[]): Whose | null => {
  const session = items.find(isSessionRecord);
  const user = items.find(isUserRecord);
  const organization_id =
    textOf(session, 'organization_id') ??
    textOf(user, 'current_organization_id') ??
    items.map((item) => textOf(item, 'organization_id')).find((id) => id !== null);
  if (!organization_id) return null;
  const user_id = textOf(session, 'user_id') ?? textOf(user, 'id');
  const profile_id = textOf(session, 'profile_id') ?? textOf(user, 'current_profile_id');
  const profile = items.find(({ id, email }) => id === profile_id && typeof email === 'string');
  const person = profile ?? user ?? items.find(({ email }) => typeof email === 'string');
  const name = `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim();
  const client_id = textOf(session, 'client_id');
  const client = items.find((item) => item.client_id === client_id && typeof item.name === 'string');
  return {
    organization_id,
    actor: { user_id, profile_id, email: textOf(person, 'email'), name: name || null },
    client:
      client_id === null
        ? null
        : {
            kind: session?.source === 'api_key' ? 'api_key' : 'oauth_app',
            id: client_id,
            name: textOf(client, 'friendly_name', 'name'),
          },
  };
};

/** The change of one member, unless it stays as it was. */
const changeOf = (member: string, given: unknown, writes: readonly ActWrite[]): EventChange[] => {
  for (const { write, before } of writes) {
    const values: Readonly<Record<string, unknown>> =
      'put' in write ? { ...write.put } : 'change' in write ? { ...write.set } : {};
    const path = Object.keys(values).find((name) => name === member || name.endsWith(`.${member}`));
    const from = before && valueAt(before, path ?? member);
    const to = path === undefined ? undefined : values[path];
    if (to === undefined) {
      // The record has it, and keeps it.
      if (before && from !== undefined && !('remove' in write)) return [];
      continue;
    }
    if (isDeepStrictEqual(from ?? null, to)) return [];
    return [{ member, ...short('from', from), ...short('to', to) }];
  }
  return given === undefined || given === null || given === '' ? [] : [{ member, ...short('to', given) }];
};

const valueAt = (item: Item, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], item);

/**
 * A value that an event repeats: none that is long, and none with records inside, which are contents of documents and
 * the like.
 */
const short = <Name extends 'from' | 'to'>(name: Name, value: unknown): { [N in Name]?: unknown } => {
  const plain = value instanceof Set ? [...value] : value;
  const isFlat = typeof plain !== 'object' || plain === null || Object.values(plain).every(isScalar);
  if (plain === undefined || !isFlat || JSON.stringify(plain).length > LONGEST_VALUE) return {};
  return { [name]: plain } as { [N in Name]?: unknown };
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Runs `run` as an act whose first write that counts carries its event. */
export const recordAct = <T>(request: ActRequest, run: () => Promise<T>): Promise<T> =>
  runAct(new RequestAct(request), run);

/**
 * Runs an act that may only read, such as an export: its event is stored before its answer leaves, unless a write has
 * carried it.
 */
export const recordRead = <T>(request: ActRequest, run: () => Promise<T>): Promise<T> =>
  recordAct(request, async () => {
    const answer = await run();
    const act = currentAct() as RequestAct;
    if (!act.isTold) await storeAlone(act.alone());
    return answer;
  });

const storeAlone = async (event: AdministrationItem | null): Promise<void> => {
  const act = currentAct();
  if (!event || !act) return;
  act.isTold = true;
  await storeEvent(event);
};

/** Says of the current act what its request doesn't. */
export const describeAct = (details: ActDetails): void => {
  const act = currentAct();
  if (act instanceof RequestAct) act.describe(details);
};

/** The account or the client whose sign-in failed. */
interface Failed {
  organization_id: string;
  user_id?: string | null;
  profile_id?: string | null;
  email?: string | null;
  client?: (Client & { name: string }) | null;
}

/** An id that is the same for all failures of a client within a minute, and sorted by time as others. */
const idOfMinute = (client_id: string): string => {
  const minute = timestamp().slice(0, 16);
  return `${idBoundary(`${minute}:00.000Z`).slice(0, 14)}7${derivedId(minute, client_id).slice(15)}`;
};

/**
 * Stores that the current act, a sign-in, failed. `once`: UUID of a client whose attempts nobody counts, so that its
 * failures within a minute are one event.
 */
export const recordFailure = async (reason: string, failed: Failed, once?: string): Promise<void> => {
  const act = currentAct();
  if (!(act instanceof RequestAct) || act.isTold) return;
  const { organization_id, user_id = null, profile_id = null, email = null, client = null } = failed;
  const event = act.alone({
    reason,
    ...(once === undefined ? {} : { id: idOfMinute(once) }),
    whose: { organization_id, actor: { user_id, profile_id, email, name: null }, client },
  });
  if (!event) return;
  act.isTold = true;
  await storeEvent(event);
};
