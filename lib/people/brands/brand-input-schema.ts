import * as z from 'zod';
import { Color, Email, Id, Line, Locale, orNothing, Timezone, Title, Url } from '../../base/common-schema.ts';
import { parseOrigin } from '../../base/web-origin.ts';
import { ClaimableDomain } from '../domains/claimable.ts';

/** The most brands of one organization: the list stays one small query. */
export const MAX_BRANDS = 50;

const Text = z.string().min(1).max(10_000);
const Zone = Timezone.min(1).refine(isTimezone, 'must be the name of a timezone like Europe/Berlin');

/** An origin as browsers write it: scheme, host, and port where it isn't the usual one. */
const Origin = z
  .string()
  .max(300)
  .refine(
    (text) => parseOrigin(text) !== undefined,
    'must be an origin like https://app.example.com, without a path and a final slash (http only for localhost)',
  );

/** The most origins whose pages may frame a brand's signing pages. */
const MOST_ORIGINS = 20;

const EmbedOrigins = z
  .array(Origin)
  .max(MOST_ORIGINS)
  .transform((origins) => [...new Set(origins)])
  .meta({
    description: 'Origins of the pages that may show signing pages in a frame (`<countersign-sign>`); none by default',
    example: ['https://app.example.com'],
  });

/**
 * Settings of a brand that may be changed. Absent: unchanged. Null or empty: the organization's own. Other members that
 * clients echo back (`id`, domains, times …) belong to the server and are ignored.
 */
export const BrandChange = z
  .object({
    name: orNothing(Title),
    full_logo_url: orNothing(Url),
    thumbnail_url: orNothing(Url),
    favicon_url: orNothing(Url),
    page_title: orNothing(Line),
    primary_color: orNothing(Color),
    secondary_color: orNothing(Color),
    powered_by_label: orNothing(Line),
    powered_by_url: orNothing(Url),
    style_overrides: orNothing(Text),
    disclaimer: orNothing(Text),
    terms_use_url: orNothing(Url),
    privacy_policy_url: orNothing(Url),
    support_contact: orNothing(Line),
    pdf_signature_reason: orNothing(Line),
    pdf_signature_location: orNothing(Line),
    email_display_name: orNothing(Line),
    locale: orNothing(Locale),
    timezone: orNothing(Zone),
    embed_origins: orNothing(EmbedOrigins),
  })
  .meta({ id: 'BrandChange' });
export type BrandChange = z.output<typeof BrandChange>;

const BrandKey = z
  .string()
  .min(1, 'must not be empty')
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'only lower-case letters and digits, with hyphens between them, are allowed')
  .meta({ description: 'Unique in the organization', example: 'garden-flats' });

export const NewBrand = BrandChange.extend({ key: BrandKey }).meta({ id: 'BrandInput' });
export type NewBrand = z.output<typeof NewBrand>;

/** A local part without quotes (RFC 5322, dot-atom), with the characters that every mail system accepts. */
const LocalPart = z
  .string()
  .min(1, 'must not be empty')
  .max(64)
  .regex(/^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*$/, 'must be the part of an address before the @');

/** Specification 2.3, with the client's two optional fields. */
export const NewEmailDomain = z
  .object({
    subdomain: ClaimableDomain.meta({ description: 'The domain that mails come from', example: 'notify.example.com' }),
    local_part: LocalPart.meta({ description: 'The part before the @', example: 'contracts' }),
    display_name: orNothing(Line).meta({ description: 'The name that mails come from; by default that of the brand' }),
    reply_to: orNothing(Email).meta({
      description:
        "Address for replies. It is used once it is verified: at once for the caller's own address, with the " +
        'domain for addresses at it or at a domain above it',
    }),
  })
  .meta({ id: 'EmailDomainInput' });
export type NewEmailDomain = z.output<typeof NewEmailDomain>;

export const NewAppDomain = z
  .object({ domain: ClaimableDomain.meta({ description: 'The domain of web pages', example: 'sign.example.com' }) })
  .meta({ id: 'AppDomainInput' });

/** Paths of operations on brands; the specification spells the variables so (4.2). */
export const BrandsPath = z.strictObject({ organizationid: Id });
export const BrandPath = z.strictObject({ organizationid: Id, brandid: Id });
export type BrandPath = z.output<typeof BrandPath>;

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
