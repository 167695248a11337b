import { type Bytes, sha256, unreadable, utf8 } from './bytes.ts';

type Json = Record<string, unknown>;

/** A line of an export of a log of administration: an event in the classes of OCSF. */
export interface Line {
  /** Number in the chain. */
  sequence: number;
  previousHash: string;
  hash: string;
  /** The text that was hashed. */
  raw: string;
  /** True if the line says the same as that text. */
  isSame: boolean;
}

/** True if the file claims to be such an export: its first line has the text that was hashed. */
export const isAdministration = (bytes: Bytes): boolean => {
  const [first = ''] = new TextDecoder().decode(bytes.subarray(0, 100_000)).split('\n');
  return first.startsWith('{') && first.includes('"raw_data":') && first.includes('"log_name":"administration"');
};

/** Reads the lines. Throws `UnreadableError` if one is none. */
export const readAdministration = (bytes: Bytes): Line[] =>
  new TextDecoder('utf-8', { fatal: true })
    .decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine);

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : unreadable('no object');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : unreadable('no text'));

const readLine = (text: string): Line => {
  const line = objectOf(JSON.parse(text));
  const raw = textOf(line.raw_data);
  const event = objectOf(JSON.parse(raw));
  if (!Number.isSafeInteger(event.sequence)) return unreadable('no number of an event');
  return {
    sequence: event.sequence as number,
    previousHash: textOf(event.previous_hash),
    hash: textOf(objectOf(line.unmapped).hash),
    raw,
    isSame: saysTheSame(line, event),
  };
};

/** The first fault of the lines: one isn't as it was hashed, or doesn't follow the one before it. */
export const findFault = async (
  lines: readonly Line[],
): Promise<{ kind: 'broken' | 'missing' | 'other'; line: number; after: number; before: number } | null> => {
  let last: Line | undefined;
  for (const [at, one] of lines.entries()) {
    const fault = { line: at + 1, after: last?.sequence ?? 0, before: one.sequence };
    if ((await sha256(utf8(one.raw))) !== one.hash) return { kind: 'broken', ...fault };
    if (last && one.sequence !== last.sequence + 1) return { kind: 'missing', ...fault };
    if (last && one.previousHash !== last.hash) return { kind: 'broken', ...fault };
    if (!one.isSame) return { kind: 'other', ...fault };
    last = one;
  }
  return null;
};

/** Class and activity of each kind whose verb alone doesn't decide them. */
const CLASSES: Readonly<Record<string, number>> = {
  'account:created': 300101,
  'account:updated': 300199,
  'account:verified': 300199,
  'group:member_added': 300603,
  'group:member_removed': 300604,
  'member:created': 300101,
  'member:updated': 300199,
  'member:locked': 300109,
  'member:unlocked': 300102,
  'member:mfa_reset': 300111,
  'member:sessions_ended': 300199,
  'member:deleted': 300106,
  'mfa:started': 300199,
  'mfa:enabled': 300110,
  'mfa:disabled': 300111,
  'mfa:codes_renewed': 300199,
  'password:changed': 300103,
  'password:reset': 300104,
  'profile:deleted': 300106,
  'profile:switched': 300299,
  'session:started': 300201,
  'session:ended': 300202,
};
const VERBS: Readonly<Record<string, number>> = { created: 300401, deleted: 300404, exported: 600302 };
const CHANGED = 300403;

/**
 * True if what the line says in the attributes of OCSF is what its event says: time, number, kind, outcome, person and
 * address by their places, and every other text by occurring in the event at all.
 */
const saysTheSame = (line: Json, event: Json): boolean => {
  const metadata = objectOf(line.metadata);
  const kind = String(event.kind);
  const type = CLASSES[kind] ?? VERBS[kind.split(':')[1] ?? ''] ?? CHANGED;
  const actor = objectOf(event.actor);
  const user = objectOf(objectOf(line.actor).user);
  const client = event.client === null ? null : objectOf(event.client);
  const isFailure = event.outcome === 'failure';
  const pairs: [unknown, unknown][] = [
    [line.time, Date.parse(String(event.at))],
    [line.type_uid, type],
    [line.class_uid, Math.floor(type / 100)],
    [line.category_uid, Math.floor(type / 100_000)],
    [line.activity_id, type % 100],
    [line.activity_name ?? kind, kind],
    [line.status_id, isFailure ? 2 : 1],
    [line.severity_id, isFailure ? 2 : 1],
    [line.status_code ?? null, event.reason],
    [metadata.uid, event.id],
    [metadata.sequence, event.sequence],
    [metadata.tenant_uid, event.organization_id],
    [metadata.event_code, kind],
    [user.uid ?? null, actor.user_id ?? actor.profile_id],
    [user.email_addr ?? null, actor.email],
    [user.name, actor.email ?? actor.name ?? 'unknown'],
    [user.full_name ?? null, actor.name],
    [objectOf(line.actor).app_uid ?? null, client?.id ?? null],
    [objectOf(line.src_endpoint).ip ?? '', event.ip],
    [objectOf(line.http_request).user_agent, event.user_agent],
  ];
  if (pairs.some(([said, hashed]) => said !== hashed)) return false;
  const known = new Set([...textsIn(event), ...CONSTANTS]);
  const { raw_data: _raw, unmapped: _unmapped, ...said } = line;
  return textsIn(said).every((text) => known.has(text));
};

const CONSTANTS = ['Countersign', 'administration', 'unknown', 'host', '1.3.0'];

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
