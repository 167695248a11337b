import * as z from 'zod';
import { DELIVERABLE, PHONE_SIGNS } from './contact-patterns.ts';
import { customData } from './custom-data.ts';
import { isSpoken, LANGUAGES } from './languages.ts';
import { findHidden, findHiddenInLines } from './look.ts';
import { asE164 } from './phone.ts';
import { mayLackEffect } from './without-effect.ts';

/** Shapes that records of several areas share. Their lengths are the limits in docs/limits.md. */
export const Id = z
  .uuid()
  // Letters in either case are the same id (RFC 9562 4); ids are kept in small ones.
  .toLowerCase()
  .meta({ description: 'UUID', example: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' });
export const Timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC', example: '2026-01-31T09:30:00.000Z' });
/**
 * An address that mail can be sent to. Before the @: a dot-atom of RFC 5321 4.1.2, at most 64 characters (4.5.3.1.1).
 * After it: a host name of at least two labels. Quoted local parts, domain literals and non-ASCII letters are refused,
 * because SES can't deliver to them.
 */
export const Email = z
  .email({ pattern: DELIVERABLE, error: 'must be an e-mail address like ada@example.com, without quotes and accents' })
  .max(254)
  .meta({ example: 'ada@example.com' });
/**
 * A text that people know a person or a thing by: of one line, without control characters, and without those that make
 * it look like another one (`look.ts`). Texts that are quoted, as messages and values of fields, may hold anything:
 * pages, mails and documents set them apart.
 */
export const legible = (text: z.ZodString): z.ZodString => text.refine(...nothingHidden(findHidden));
/** The same for a text that may have several lines, like the label of a field. */
export const legibleLines = (text: z.ZodString): z.ZodString => text.refine(...nothingHidden(findHiddenInLines));
const nothingHidden = (find: (text: string) => string | undefined) =>
  [
    (written: string) => find(written) === undefined,
    {
      error: ({ input }: { input: unknown }) => {
        const found = find(String(input)) ?? '';
        return `must not hold the ${/^U\+(00[01789]|202[89])/.test(found) ? 'control' : 'invisible'} character ${found}`;
      },
    },
  ] as const;
const line = (max: number) => legible(z.string().trim().min(1, 'must not be empty').max(max));
export const Name = line(100);
export const Title = line(200);
/** A line of an organization's or a brand's details. */
export const Line = line(200);
export const Phone = z.string().max(40).regex(PHONE_SIGNS, 'only digits, spaces and + ( ) . / - are allowed');
/** A number that text messages go to, in any spelling; kept in its international form (E.164). */
export const MobilePhone = Phone.refine(
  (written) => asE164(written) !== null,
  'must be a phone number with its country code, like +12025550123',
)
  .transform((written) => asE164(written) ?? written)
  .meta({
    description: 'Kept as E.164; ten digits without a country code are taken for a number of the USA or Canada',
  });
export const Url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2000)
  .refine(...nothingHidden(findHidden));
export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1A2B3C');
export const Locale = mayLackEffect(
  z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$/, 'must be a locale like en-US'),
  (locale) =>
    typeof locale !== 'string' || isSpoken(locale)
      ? undefined
      : `must be a locale of one of these languages: ${LANGUAGES.join(', ')}`,
);
export const Timezone = mayLackEffect(z.string().max(64), (zone) =>
  typeof zone !== 'string' || isTimezone(zone)
    ? undefined
    : 'must be a time zone of the IANA database, like Europe/Berlin',
);

const isTimezone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};
/** Data that an owner attaches to a record; kept as given. */
export const CustomData = customData(50_000);

/** The path of an operation whose variables, with these names, are all ids. */
export const idPath = <N extends string>(...names: N[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, Id])) as Record<N, typeof Id>);

/** The answer of operations that only confirm (deletes): a JSON string. */
export const Confirmation = z.string().meta({ example: 'OK' });

/** An optional field that clients also send as null or as an empty text, both meaning "none". */
export const orNothing = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema, z.null()]).optional();

/** `page` and `rows` of a list. */
export const Paging = {
  rows: z.int().min(1).max(100).default(20).meta({ description: 'How many rows a page holds, 1 to 100' }),
  page: z.int().min(0).max(10_000).default(0).meta({ description: '0-based number of the page' }),
};

/** `count` of a list that can be searched, and whether it is all. */
export const counted = (what: string) => ({
  count: z.int().meta({ description: `How many ${what} match in all, or at least` }),
  count_is_exact: z.boolean().meta({
    description:
      'False if more than a thousand rows match a search or a filter. Then `count` is a lower bound: at least a ' +
      'thousand, and more than the rows up to this page',
  }),
});

/** Days for which an envelope is kept after its end: a day to a hundred years. */
export const RetentionDays = z.int().min(1).max(36_500);
/** Days for which events of administration are kept: long enough to be noticed, whoever shortens it. */
export const EventRetentionDays = z.int().min(90).max(3653);
