import { createHash } from 'node:crypto';
import { BASE_URL_PLACEHOLDER } from '../../lib/http/placeholder.ts';

/** Texts above this length are cut in an example, to the second length; lists of records after so many of them. */
const LONGEST_TEXT = 1000;
const CUT_TEXT = 240;
const MOST_RECORDS = 3;

/** Parts of texts that differ from run to run. */
const VOLATILE = {
  token: /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/,
  uuid: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  time: /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/,
  date: /\b20\d\d-\d\d-\d\d\b/,
  hash: /\b[0-9a-f]{16,}\b/,
  /** A secret of which the last four letters are shown. */
  shortened: /(?<=whsec_\*{8})[A-Za-z0-9+/=]{4}/,
  /** Random texts have a capital or a digit, which names of fields and permissions don't have. */
  secret: /(?<![\w-])(?=[\w+/-]*[A-Z0-9])(?:(?<!\.)(?:whsec_)?[A-Za-z0-9+/]{32,}={0,2}(?![\w-])|[\w-]{20,})/,
  code: /^[a-z0-9]{4}-[a-z0-9]{4}$/,
} as const;
/** Names of members, as browsers know them, that are as long as a secret. */
const NAME = /^[a-z]{3,}(?:[A-Z][a-z]{2,})+$/;
type Kind = keyof typeof VOLATILE;

const ANY = new RegExp(
  Object.entries(VOLATILE)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join('|'),
  'g',
);

/** `text` with all that differs from run to run replaced. */
const replaced = (text: string, by: (kind: Kind, found: string) => string): string =>
  text.replace(ANY, (found, ...given) => {
    const groups = given.at(-1) as Record<Kind, string | undefined>;
    if (NAME.test(found)) return found;
    const kind = (Object.keys(VOLATILE) as Kind[]).find((one) => groups[one] !== undefined);
    return kind ? by(kind, found) : found;
  });

/** The first moment of an example's world. */
const BEGINNING = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60_000;

/** True for times in JSON numbers, in seconds or milliseconds. */
const isTime = (value: number): boolean => (value > 1.6e9 && value < 2.6e9) || (value > 1.6e12 && value < 2.6e12);

/** Addresses that the stories make up, so that no two runs share them. */
const ADDRESS = /\b([a-z]+)(?:-\d+)+(?=@|%40)/g;
const PEOPLE: Record<string, string> = { person: 'ada', member: 'grace', recipient: 'theo' };

export interface Recording {
  /** Address of the platform that answered. */
  url: string;
  /** Time when the recording began. */
  began: number;
}

/**
 * Makes examples of answers: ids, secrets and times become stable ones (the same id the same one in all examples),
 * tokens worthless ones, addresses those of the reader, and long texts and lists are cut.
 */
export const normaliser = ({ url, began }: Recording) => {
  const names = new Map<string, string>();
  const named = (real: string, make: (number: number) => string): string => {
    const known = names.get(real) ?? make(names.size + 1);
    names.set(real, known);
    return known;
  };
  const moved = (time: number): number => BEGINNING + Math.round((time - began) / MINUTE) * MINUTE;
  const stable: Record<Kind, (real: string) => string> = {
    token: worthless,
    uuid: (real) => named(real, (number) => `0195a3c0-7e00-7000-8000-${String(number).padStart(12, '0')}`),
    time: (real) => new Date(moved(Date.parse(real))).toISOString(),
    date: (real) => new Date(moved(Date.parse(real))).toISOString().slice(0, 10),
    hash: (real) => named(real, (number) => digest(number, 'hex', real.length)),
    shortened: (real) => named(real, (number) => `${digest(number, 'base64url', 3)}=`),
    secret: (real) =>
      named(real, (number) => {
        const [prefix = ''] = /^whsec_/.exec(real) ?? [];
        return prefix + digest(number, 'base64url', real.length - prefix.length);
      }),
    code: (real) => named(real, (number) => digest(number, 'hex', 8).replace(/^.{4}/, '$&-')),
  };
  const text = (real: string): string => {
    if (/^data:image\/png;base64,/.test(real)) return 'data:image/png;base64,iVBORw0KGgo=';
    const placed = withoutPlace(real, url)
      .replace(ADDRESS, (_, name: string) => PEOPLE[name] ?? name)
      .replace(/\bNumber \d+\b/g, 'Marlow')
      .replace(/\bCompany \d+\b/g, 'Marlow & Co');
    const whole = replaced(placed, (kind, found) => stable[kind](found));
    return whole.length > LONGEST_TEXT ? `${whole.slice(0, CUT_TEXT)}…` : whole;
  };
  const normalise = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number' && isTime(value)) return value > 1e12 ? moved(value) : moved(value * 1000) / 1000;
    if (Array.isArray(value)) return value.slice(0, isLong(value) ? MOST_RECORDS : undefined).map(normalise);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), normalise(one)]));
  };
  return normalise;
};

const isLong = (list: unknown[]): boolean => list.some((one) => typeof one === 'object') && list.length > MOST_RECORDS;

/** The platform's host where it is no address of its own, so that none replaces it when the description is served. */
const HOST = 'sign.example.com';

const withoutPlace = (text: string, url: string): string =>
  text
    .replaceAll(url, BASE_URL_PLACEHOLDER)
    .replaceAll(encodeURIComponent(url), encodeURIComponent(`https://${HOST}`))
    .replaceAll(new URL(url).host, HOST)
    .replace(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+([^\s?"]*)(\?[^\s"]*)?/g, (_, path: string, query = '') =>
      query.includes('X-Amz-')
        ? `https://files.example.com${path}?X-Amz-Expires=300&X-Amz-Signature=0a1b2c3d4e5f`
        : `https://app.example.com${path}${query}`,
    )
    .replaceAll('countersign.localhost', HOST)
    .replace(/^localhost$/, HOST)
    .replace(/\b(sign|mail)-[0-9a-f-]{36}(?=\.example\.com)/g, '$1')
    .replaceAll('127.0.0.1', '203.0.113.7');

const digest = (number: number, encoding: 'hex' | 'base64url', length: number): string => {
  const made = createHash('sha512').update(String(number)).digest(encoding).replaceAll(/[-_]/g, 'x');
  return made.repeat(Math.ceil(length / made.length)).slice(0, length);
};

/** A token that says of which kind it is, with a signature that is none. */
const worthless = (token: string): string => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ session_type: claims.session_type })}.${part('signature')}`;
};

/**
 * Hides what may differ between two examples of the same answer: ids, hashes, secrets, tokens, times, durations, and
 * sizes of files.
 */
export const masked = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value === 'number') return isTime(value) ? '<time>' : maskedNumber(value, name);
  if (Array.isArray(value)) return value.map((one) => masked(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskedText(key), masked(one, key)]));
};

const maskedNumber = (value: number, name: string): unknown => {
  const [, measured] = /(?:^|_)(size|duration)$/.exec(name) ?? [];
  return measured === undefined ? value : `<${measured}>`;
};

const maskedText = (text: string): string =>
  text.length > CUT_TEXT && text.endsWith('…') ? '<long text>' : replaced(text, (kind) => `<${kind}>`);
