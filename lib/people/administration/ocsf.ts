import { linkText } from '../../storage/administration/chain.ts';
import type { StoredAdministrationEvent } from '../../storage/administration/events.ts';
import type { EventKind, EventLink } from '../../storage/records/administration.ts';

/** An event that has its place in the chain. */
export type LinkedEvent = StoredAdministrationEvent & EventLink;

/** Classes of the Open Cybersecurity Schema Framework, with their categories. */
const CLASSES = {
  account: { category_uid: 3, class_uid: 3001 },
  authentication: { category_uid: 3, class_uid: 3002 },
  entity: { category_uid: 3, class_uid: 3004 },
  group: { category_uid: 3, class_uid: 3006 },
  api: { category_uid: 6, class_uid: 6003 },
} as const;
type Class = keyof typeof CLASSES;

const OTHER = 99;

/** Class and activity of kinds that their verbs alone don't decide. */
const KINDS: Partial<Record<EventKind, readonly [Class, number]>> = {
  'account:created': ['account', 1],
  'account:updated': ['account', OTHER],
  'account:verified': ['account', OTHER],
  'group:member_added': ['group', 3],
  'group:member_removed': ['group', 4],
  'member:created': ['account', 1],
  'member:updated': ['account', OTHER],
  'member:locked': ['account', 9],
  'member:unlocked': ['account', 2],
  'member:mfa_reset': ['account', 11],
  'member:sessions_ended': ['account', OTHER],
  'member:deleted': ['account', 6],
  'mfa:started': ['account', OTHER],
  'mfa:enabled': ['account', 10],
  'mfa:disabled': ['account', 11],
  'mfa:codes_renewed': ['account', OTHER],
  'password:changed': ['account', 3],
  'password:reset': ['account', 4],
  'profile:deleted': ['account', 6],
  'profile:switched': ['authentication', OTHER],
  'session:started': ['authentication', 1],
  'session:ended': ['authentication', 2],
};

const VERBS: Readonly<Record<string, readonly [Class, number]>> = {
  created: ['entity', 1],
  deleted: ['entity', 4],
  exported: ['api', 2],
};

const classOf = (kind: EventKind): readonly [Class, number] =>
  KINDS[kind] ?? VERBS[kind.split(':')[1] ?? ''] ?? ['entity', 3];

const VERSION = '1.3.0';

/** Classes whose `actor` comes with a profile of the framework, which a line that has it must name. */
const PROFILES: Partial<Record<Class, readonly string[]>> = { entity: ['host'], group: ['host'] };

/**
 * An event as a line of the Open Cybersecurity Schema Framework. `raw_data` is the text whose SHA-256 is the event's
 * hash; all else says the same in the framework's attributes.
 */
export const ocsfLine = (event: LinkedEvent): string => {
  const { kind, client, object } = event;
  const [name, activity_id] = classOf(kind);
  const { category_uid, class_uid } = CLASSES[name];
  const person = personOf(event);
  const target = withoutNull({ uid: object.id, name: object.name ?? (object.id === null ? object.type : null) });
  const ofClass: Record<Class, object> = {
    account: { user: object.type === 'member' || object.type === 'profile' ? target : person },
    authentication: { user: person, service: { name: PRODUCT }, ...(object.id ? { session: { uid: object.id } } : {}) },
    entity: { entity: { ...target, type: object.type } },
    group: { group: target, user: memberOf(event) },
    api: { api: { operation: event.operation }, resources: [{ ...target, type: object.type }] },
  };
  return inOneLine({
    category_uid,
    class_uid,
    activity_id,
    // Any other activity has a name of the framework, which its number says.
    ...(activity_id === OTHER ? { activity_name: kind } : {}),
    type_uid: class_uid * 100 + activity_id,
    time: Date.parse(event.at),
    severity_id: event.outcome === 'success' ? 1 : 2,
    status_id: event.outcome === 'success' ? 1 : 2,
    ...(event.reason === null ? {} : { status_code: event.reason }),
    metadata: {
      version: VERSION,
      product: { name: PRODUCT, vendor_name: PRODUCT },
      ...(PROFILES[name] ? { profiles: PROFILES[name] } : {}),
      log_name: 'administration',
      uid: event.id,
      sequence: event.sequence,
      tenant_uid: event.organization_id,
      event_code: kind,
    },
    actor: { user: person, ...(client ? { app_uid: client.id, app_name: client.name ?? client.kind } : {}) },
    src_endpoint: event.ip === '' ? { name: UNKNOWN } : { ip: event.ip },
    http_request: { user_agent: event.user_agent },
    ...ofClass[name],
    raw_data: linkText(event),
    unmapped: { hash: event.hash },
  });
};

/** Ends of lines, for some programs, that JSON lets stand in texts. */
const ENDS = /[\u0085\u2028\u2029]/g;

/** JSON that every program takes for one line, so that no text of a party begins a line of the log. */
const inOneLine = (value: object): string =>
  JSON.stringify(value).replace(ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);

const PRODUCT = 'Countersign';
const UNKNOWN = 'unknown';

/** The framework's `name` is what one signs in with; a user has it or a `uid`. */
const personOf = ({ actor }: LinkedEvent): object =>
  withoutNull({
    uid: actor.user_id ?? actor.profile_id,
    name: actor.email ?? actor.name ?? UNKNOWN,
    full_name: actor.name,
    email_addr: actor.email,
  });

const memberOf = ({ changes }: LinkedEvent): object => {
  const { from, to } = changes.find(({ member }) => member === 'profile_id') ?? {};
  const id = to ?? from;
  return typeof id === 'string' ? { uid: id } : { name: UNKNOWN };
};

const withoutNull = (members: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
