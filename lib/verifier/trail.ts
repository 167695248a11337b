import { type Bytes, sha256, unreadable, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';

/** A value of a field as the chain binds it. */
interface BoundValue {
  field: string;
  sha256: string | null;
}

/** A document as events name it. Older events lack what came later. */
export interface TrailDocument {
  id: string;
  name: string;
  type: string;
  sha256: string;
  size: number | null;
  sent_sha256: string | null;
  rewritten: readonly string[];
  /** Of the file as it was sealed first, and its length: later ones begin with it. */
  sealed_sha256: string | null;
  sealed_size: number | null;
}

export interface TrailEvent {
  sequence: number;
  envelope_id: string;
  created_at: string;
  event: string;
  event_detail: string;
  role_name: string;
  /** `session` is there for signers who had to be verified; absent in older trails. */
  actor: { email: string | null; ip: string | null; session?: string };
  data: Record<string, unknown>;
  previous_hash: string;
  hash: string;
}

/** An audit trail, read and not checked. */
export interface Trail {
  envelope_id: string;
  genesis: string;
  head: string;
  events: readonly TrailEvent[];
  /** Documents that the trail lists beside the chain, which doesn't bind them. */
  listed: readonly TrailDocument[];
  /** All that stands beside the events, as it stands there. */
  stated: Json;
}

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : unreadable('no text'));
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const object = (value: unknown): Json => (isObject(value) ? value : unreadable('no record'));
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : unreadable('no list'));
export const listOrNone = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** JSON of a file; undefined if it is none. */
export const readJson = (bytes: Bytes): Json | undefined => {
  const first = bytes.find((byte) => byte > 0x20);
  if (first !== 0x7b) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** True if the JSON claims to be an audit trail. */
export const isTrail = (json: Json): boolean => 'events' in json && 'head' in json;

/** Reads a trail. Throws `UnreadableError` where something isn't what a trail has there. */
export const readTrail = (json: Json): Trail => ({
  envelope_id: text(json.envelope_id),
  genesis: text(json.genesis),
  head: text(json.head),
  listed: listOrNone(json.documents).map(readDocument),
  stated: statedIn(json),
  events: list(json.events).map((one) => {
    const event = object(one);
    const actor = object(event.actor);
    if (!Number.isSafeInteger(event.sequence)) return unreadable('no number');
    for (const member of ['created_at', 'event', 'event_detail', 'role_name', 'previous_hash', 'hash', 'envelope_id']) {
      text(event[member]);
    }
    object(event.data);
    return {
      ...event,
      actor: { ...actor, email: textOrNull(actor.email), ip: textOrNull(actor.ip) },
    } as unknown as TrailEvent;
  }),
});

const statedIn = ({ events: _, ...stated }: Json): Json => stated;

const readDocument = (one: Json): TrailDocument => ({
  id: textOrNull(one.id) ?? '',
  name: textOrNull(one.name) ?? '',
  type: textOrNull(one.type) ?? 'attachment',
  sha256: textOrNull(one.sha256) ?? '',
  size: typeof one.size === 'number' ? one.size : null,
  sent_sha256: textOrNull(one.sent_sha256),
  rewritten: Array.isArray(one.rewritten) ? one.rewritten.filter((reason) => typeof reason === 'string') : [],
  sealed_sha256: textOrNull(one.sealed_sha256),
  sealed_size: typeof one.sealed_size === 'number' ? one.sealed_size : null,
});

/** The first place where a chain breaks; null if it is whole. `missing`: all events hold, and the head is another. */
export type Break = { sequence: number; missing: boolean };

const GENESIS = '0'.repeat(64);

/** Recomputes the chain: every hash, every link, every number. */
export const findBreak = async ({ genesis, head, events, envelope_id }: Trail): Promise<Break | null> => {
  let previous = GENESIS;
  if (genesis !== GENESIS) return { sequence: 1, missing: false };
  for (const [index, event] of events.entries()) {
    const { hash, ...hashed } = event;
    const isSound =
      event.sequence === index + 1 &&
      event.envelope_id === envelope_id &&
      event.previous_hash === previous &&
      hash === (await sha256(utf8(canonicalJson(hashed))));
    if (!isSound) return { sequence: index + 1, missing: false };
    previous = hash;
  }
  return events.length > 0 && previous === head ? null : { sequence: events.length + 1, missing: true };
};

/** Documents that the chain itself names: those of the creation, and with their seals those of the sealing. */
export const chainDocuments = ({ events }: Trail): TrailDocument[] => {
  const of = (name: string) =>
    events.filter(({ event }) => event === name).flatMap(({ data }) => listOrNone(data.documents).map(readDocument));
  const sealed = of('envelope:sealed');
  const ids = new Set(sealed.map(({ id }) => id));
  return [...sealed, ...of('envelope:created').filter(({ id }) => !ids.has(id))];
};

/** A signing, in the words of the chain. */
export interface Signing {
  role_name: string;
  email: string | null;
  ip: string | null;
  time: string;
  /** Methods that were passed in the session that signed; in trails that name no sessions, in any. */
  verified: readonly Proof[];
  /** Everything that the signer left and was shown is what stands in the trail. */
  isBound: boolean;
  sequence: number;
  event: TrailEvent;
}

interface Proof {
  name: string;
  proof: string;
  time: string;
  session: string | undefined;
}

type Values = Map<string, BoundValue>;

const byField = (values: readonly Json[]): Values =>
  new Map(values.map((value) => [String(value.field), value as unknown as BoundValue]));

const digestOf = (values: Values | undefined): Promise<string> => {
  const sorted = [...(values?.values() ?? [])].sort((a, b) => (a.field < b.field ? -1 : 1));
  return sha256(utf8(canonicalJson(sorted)));
};

/**
 * Lists who signed, and recomputes for each what `recipient:signed` binds: the documents, and for each role the values
 * that the signer was shown. Of a role that was started anew, or asked again, the last signing counts.
 */
export const signings = async ({ events }: Trail): Promise<Signing[]> => {
  const sent = new Map<string, Values>();
  const shown = new Map<string, Values>();
  const verified = new Map<string, Proof[]>();
  const found = new Map<string, Signing>();
  let documents = '';
  for (const one of events) {
    const { sequence, event, event_detail, role_name, data, actor, created_at } = one;
    if (event === 'envelope:created') {
      documents = documentsText(data.documents);
      for (const { role_name: role, values } of listOrNone(data.values)) {
        sent.set(String(role), byField(listOrNone(values)));
        shown.set(String(role), byField(listOrNone(values)));
      }
    }
    if (event === 'recipient:prepared') {
      const now: Values = new Map(sent.get(role_name));
      for (const [field, value] of byField(listOrNone(data.values))) {
        if (value.sha256 === null) now.delete(field);
        else now.set(field, value);
      }
      sent.set(role_name, now);
      shown.set(role_name, now);
    }
    if (event === 'owner:updated_recipient_info' && event_detail === 'reset') {
      shown.set(role_name, sent.get(role_name) ?? new Map());
      verified.delete(role_name);
      found.delete(role_name);
    }
    if (event === 'recipient:sent_back') {
      for (const role of reopenedIn(one)) {
        shown.set(role, sent.get(role) ?? new Map());
        verified.delete(role);
        found.delete(role);
      }
    }
    if (event === 'recipient:delegated' || (event === 'owner:updated_recipient_info' && isAnother(data.changed))) {
      verified.delete(role_name);
    }
    // A corrected name is another person's, unless a check has just found that very name.
    if (event === 'recipient:updated_info' && isObject(data.name)) {
      const name = `${data.name.first_name} ${data.name.last_name}`.trim();
      verified.set(
        role_name,
        (verified.get(role_name) ?? []).filter((one) => one.name === name),
      );
    }
    if (VERIFIED.includes(event) && isObject(data.verified)) {
      const { name, proof } = data.verified;
      const before = verified.get(role_name) ?? [];
      const proven = { name: String(name), proof: String(proof), time: created_at, session: actor.session };
      verified.set(role_name, [...before, proven]);
    }
    if (event !== 'recipient:signed') continue;
    shown.set(role_name, byField(listOrNone(data.values)));
    let isBound = documentsText(data.documents) === documents;
    for (const { role_name: role, sha256: bound } of listOrNone(data.shown)) {
      isBound &&= (await digestOf(shown.get(String(role)))) === bound;
    }
    found.set(role_name, {
      role_name,
      email: actor.email,
      ip: actor.ip,
      time: created_at,
      verified: (verified.get(role_name) ?? []).filter(({ session }) => session === actor.session),
      isBound,
      sequence,
      event: one,
    });
  }
  return [...found.values()];
};

/** Roles that a `recipient:sent_back` asks again. */
export const reopenedIn = ({ data }: Pick<TrailEvent, 'data'>): string[] =>
  Array.isArray(data.reopened) ? data.reopened.map(String) : [];

/** Events of a passed verification. */
const VERIFIED = ['recipient:pin_verified', 'recipient:kba_verified', 'recipient:id_verified'];

/** Members of a recipient whose change makes another person: what was verified before counts no longer. */
const IDENTITY = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'auth_methods',
  'phone_auth',
  'passcode',
  'identity_provider',
  'identity_claim',
  'trust_service',
];

const isAnother = (changed: unknown): boolean => isObject(changed) && IDENTITY.some((member) => member in changed);

/** Ids and hashes of documents as one text, whatever their order and their other members. */
const documentsText = (documents: unknown): string =>
  listOrNone(documents)
    .map((one) => `${one.id} ${one.sha256}`)
    .sort()
    .join();

/** True if all events of `part` are those with which `whole` begins. */
export const beginsWith = (whole: Trail, part: Trail): boolean =>
  whole.envelope_id === part.envelope_id &&
  part.events.length <= whole.events.length &&
  part.events.every(({ hash }, at) => whole.events[at]?.hash === hash);
