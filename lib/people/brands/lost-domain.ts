import { timestamp } from '../../base/clock.ts';
import { changeBrandAt } from '../../storage/brands.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { BrandDomainKind, DomainHolder } from '../../storage/records/domain.ts';

/** Members of a brand that has lost a domain. */
export const LOST = {
  email: {
    email_domain_status: 'failed',
    email_spf_verified: false,
    email_dkim_verified: false,
    email_dmarc_verified: false,
    email_reply_to_verified: false,
  },
  app: { app_domain_status: 'failed' },
} as const;

/**
 * Marks the brand's domain as lost to another brand. No change if the brand no longer has it. Retries if the brand
 * changes at the same time.
 */
export const markDomainLost = (holder: DomainHolder, kind: BrandDomainKind, domain: string): Promise<void> =>
  changeBrandAt(holder, kind === 'email' ? { email_domain: domain } : { app_domain: domain }, {
    ...LOST[kind],
    updated_at: timestamp(),
  });

/**
 * Marks the brand's domain for pages as failed, because its records are gone. No change if the brand has changed since.
 */
export const markDomainLapsed = ({ organization_id, id, version }: BrandItem, app_domain: string): Promise<void> =>
  changeBrandAt({ organization_id, brand_id: id }, { app_domain, version }, { ...LOST.app, updated_at: timestamp() });
