import { canonicalJson } from './canonical-json.ts';
import { isObject, type Json, listOrNone, type Signing, type Trail, type TrailEvent } from './trail.ts';

/** Compares the statements beside a trail's events with the events and with the certificate of completion. */

/** Places of statements, such as `recipients[0].email`. */
export interface Contradictions {
  /** Something else is proven. */
  other: string[];
  /** It differs from what is proven, but may have changed since without an event. */
  open: string[];
}

const FORM: Json = { algorithm: 'SHA-256', canonicalization: 'RFC 8785', intact: true };

/** Lists of statements, and the member by which entries are told apart. */
const LISTS = { documents: 'id', recipients: 'role_name' } as const;
type List = keyof typeof LISTS;

/** Members of a document that each try to raise its seal sets: one that fails is no event. */
const OF_TRIES = /\.seal_(reason|detail)$/;

const HIGHEST = 'B-LTA';

/** Statements that contradict the trail's own events. Members that a trail lacks contradict nothing. */
export const contradictedByEvents = ({ stated, events }: Trail, signed: readonly Signing[]): Contradictions => {
  const documents = documentsIn(events);
  const recipients = signed.flatMap(({ role_name, email }) => (email === null ? [] : { role_name, email }));
  return sorted([
    ...differences({ ...FORM, count: events.length }, stated, '', false),
    ...(documents.length > 0 ? otherEntries(stated, 'documents', documents) : []),
    ...documents.flatMap((one) => entryDifferences(stated, 'documents', one, false)),
    ...recipients.flatMap((one) => entryDifferences(stated, 'recipients', one, false)),
  ]);
};

/** Statements that contradict those of a certificate, with whose events the trail begins. Later events count more. */
export const contradictedByCertificate = ({ stated, events }: Trail, certificate: Trail): Contradictions => {
  const later = events.slice(certificate.events.length);
  const { head: _, count: __, recipients, documents, ...rest } = certificate.stated;
  const people = listOrNone(recipients).map((one) => withCopy(one, later));
  const sealed = documentsIn(events);
  const files = listOrNone(documents).map((one) => ({ ...one, ...sealed.find(({ id }) => id === one.id) }));
  return sorted([
    ...differences(rest, stated, '', true),
    ...otherEntries(stated, 'recipients', people),
    ...people.flatMap((one) => entryDifferences(stated, 'recipients', one, true)),
    ...files.flatMap((one) => entryDifferences(stated, 'documents', one, true)),
  ]);
};

const sorted = (places: readonly string[]): Contradictions => ({
  other: places.filter((place) => !OF_TRIES.test(place)),
  open: places.filter((place) => OF_TRIES.test(place)),
});

/** Places of entries that the proven list doesn't have, or the place of the list where it has another number. */
const otherEntries = (stated: Json, list: List, proven: readonly Json[]): string[] => {
  const name = LISTS[list];
  const given = listOrNone(stated[list]);
  const strangers = given.flatMap((one, at) =>
    proven.some((other) => other[name] === one[name]) ? [] : `${list}[${at}].${name}`,
  );
  return strangers.length === 0 && given.length !== proven.length ? [list] : strangers;
};

const entryDifferences = (stated: Json, list: List, proven: Json, isWhole: boolean): string[] => {
  const name = LISTS[list];
  const given = listOrNone(stated[list]);
  const at = given.findIndex((one) => one[name] === proven[name]);
  return at < 0 ? [] : differences(proven, given[at], `${list}[${at}]`, isWhole);
};

/** Places where `given` has something else than `proven`; with `isWhole` also where it lacks what is proven. */
const differences = (proven: unknown, given: unknown, place: string, isWhole: boolean): string[] => {
  if (given === undefined) return isWhole ? [place] : [];
  if (Array.isArray(proven) && Array.isArray(given) && proven.length === given.length) {
    return proven.flatMap((one, at) => differences(one, given[at], `${place}[${at}]`, isWhole));
  }
  if (isObject(proven) && isObject(given)) {
    return Object.entries(proven).flatMap(([name, one]) =>
      differences(one, given[name], place === '' ? name : `${place}.${name}`, isWhole),
    );
  }
  return canonicalJson(proven) === canonicalJson(given) ? [] : [place];
};

/** A recipient of the certificate, who may have got a copy since. */
const withCopy = (recipient: Json, later: readonly TrailEvent[]): Json => {
  const isCopied = later.some(({ event, role_name }) => event === 'envelope:cc' && role_name === recipient.role_name);
  return isCopied ? { ...recipient, status: 'submitted' } : recipient;
};

/** Documents in the words of the sealing, or else of the sending, and of the renewals of their seals. */
const documentsIn = (events: readonly TrailEvent[]): Json[] => {
  const known = new Map<unknown, Json>();
  for (const { event, data } of events) {
    for (const one of listOrNone(data.documents)) {
      if (event === 'envelope:created' || event === 'envelope:sealed') known.set(one.id, { ...one, renewals: [] });
      if (event === 'envelope:seal_renewed') known.set(one.id, renewed(known.get(one.id) ?? { id: one.id }, one));
    }
  }
  return [...known.values()];
};

const renewed = (document: Json, { sha256, size, seal_level, created_at }: Json): Json => {
  const renewal = { sha256, size, level: seal_level, ...(typeof created_at !== 'string' ? {} : { created_at }) };
  const reached = seal_level === HIGHEST ? { seal_reason: null, seal_detail: null } : {};
  return { ...document, ...reached, seal_level, renewals: [...listOrNone(document.renewals), renewal] };
};
