import type * as z from 'zod';
import { config } from '../../base/config.ts';
import { invalid } from '../../base/errors.ts';
import { brandAt, brandNameAt, findBrand } from '../../storage/brands.ts';
import { type At, readTogether } from '../../storage/engine/read.ts';
import type { MailBrand } from '../../storage/outbox/mail-brand.ts';
import type { MailSender } from '../../storage/outbox/outgoing.ts';
import type { BrandItem, BrandName } from '../../storage/records/brand.ts';
import type { BrandSnapshot } from '../../storage/records/envelope.ts';
import { currentPagesOrigin } from '../domains/pages-origin.ts';
import { defaultBrandId, withBase } from '../organizations/organization.ts';
import { DEFAULT_KEY, defaultBrand } from './brand.ts';
import { CopiedLook, type SigningBrand } from './brand-schema.ts';
import { markDomainLapsed } from './lost-domain.ts';

const LOOK = Object.keys(CopiedLook.shape) as (keyof Look)[];

/**
 * Place of the record to read for an envelope's brand, if it names one: the default brand itself, or the pointer to
 * another.
 */
export const envelopeBrandAt = (organization_id: string, key: string | null | undefined): At<BrandItem | BrandName> =>
  isNamed(key) ? brandNameAt(organization_id, key) : brandAt(organization_id, defaultBrandId(organization_id));

/**
 * Makes the envelope's copy of the brand from the record at `envelopeBrandAt`; a named brand takes one more call.
 * Throws `invalid` if the organization has no brand with that key.
 */
export const envelopeBrand = async (
  organization_id: string,
  key: string | null | undefined,
  read: BrandItem | BrandName | undefined,
): Promise<BrandSnapshot> => {
  if (!isNamed(key)) return snapshotOf((read as BrandItem | undefined) ?? defaultBrand(organization_id));
  const name = read as BrandName | undefined;
  const [brand] = name ? await readTogether([brandAt(organization_id, name.brand_id)]) : [];
  return brand ? snapshotOf(brand) : invalid('brand_key', 'is not the key of a brand of the organization');
};

const isNamed = (key: string | null | undefined): key is string => Boolean(key) && key !== DEFAULT_KEY;

/** The copy of a brand that an envelope made now gets. */
export const snapshotOf = (brand: BrandItem): BrandSnapshot => {
  const shown = {
    ...brand,
    full_logo_url: withBase(brand.full_logo_url),
    thumbnail_url: withBase(brand.thumbnail_url),
  };
  return {
    id: brand.id,
    organization_id: brand.organization_id,
    key: brand.key,
    look: Object.fromEntries(LOOK.filter((name) => shown[name] !== null).map((name) => [name, shown[name]])),
    has_email_domain: brand.email_domain !== null,
    has_app_domain: brand.app_domain !== null,
  };
};

/** Presents the brand to signing pages: its own look, with the organization's where the brand sets none. */
export const pageBrand = (
  brand: BrandSnapshot | null | undefined,
  organization: Record<string, unknown>,
): SigningBrand => ({
  id: brand?.id ?? null,
  organization_id: brand?.organization_id ?? textOrNull(organization.id),
  key: brand?.key ?? null,
  ...lookOf(brand, organization),
});

/** The brand as mails need it. */
export const mailBrand = (
  brand: BrandSnapshot | null | undefined,
  organization: Record<string, unknown>,
  sender_name: string,
): MailBrand => {
  const look = lookOf(brand, organization);
  return {
    name: look.name ?? sender_name,
    primary_color: look.primary_color,
    logo_url: look.full_logo_url,
    powered_by_label: look.powered_by_label,
    powered_by_url: look.powered_by_url,
    support_contact: look.support_contact,
  };
};

/** Settings of a brand's messages: their sender, and the base address of recipients' links. */
export interface MessageOrigin {
  sender: MailSender;
  pages: string;
}

/**
 * Origin of messages: the brand's own address and pages while these domains are verified, else the platform's with the
 * brand's name. The domains are read each time, because another brand may have them by now. A domain for pages whose
 * records are gone is marked as failed.
 */
export const messageOrigin = async (
  brand: BrandSnapshot | null | undefined,
  organization: Record<string, unknown>,
  sender_name: string,
): Promise<MessageOrigin> => {
  const look = lookOf(brand, organization);
  const hasDomain = brand?.has_email_domain || brand?.has_app_domain;
  const now = hasDomain ? await findBrand(brand.organization_id, brand.id) : undefined;
  const isVerified = now?.email_domain_status === 'verified' && now.email_local_part !== null;
  return {
    sender: {
      name: look.email_display_name ?? look.name ?? sender_name,
      address: isVerified ? `${now.email_local_part}@${now.email_domain}` : null,
      reply_to: now?.email_reply_to_verified ? now.email_reply_to : null,
    },
    pages: (await pagesOf(now)) ?? config.appUrl(),
  };
};

const pagesOf = async (brand: BrandItem | undefined): Promise<string | null> => {
  if (!brand?.app_domain || brand.app_domain_status !== 'active') return null;
  const origin = await currentPagesOrigin(brand.app_domain, brand.app_domain_dcv_token ?? '');
  // The owner has to see that links no longer lead there.
  if (origin === null) await markDomainLapsed(brand, brand.app_domain);
  return origin;
};

type Look = z.output<typeof CopiedLook>;

const lookOf = (brand: BrandSnapshot | null | undefined, organization: Record<string, unknown>): Look => {
  const own = { ...organization, support_contact: organization.contact_email } as Record<string, unknown>;
  return Object.fromEntries(LOOK.map((name) => [name, brand?.look[name] ?? textOrNull(own[name])])) as Look;
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
