import type { BrandItem } from '../../storage/records/brand.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { presentBrand } from './brand.ts';
import type { BrandVerification } from './brand-schema.ts';

/** Presents the brand with the current values of the three fields of the specification (2.4). */
export const asVerification = (brand: BrandItem, organization: OrganizationItem | undefined): BrandVerification => ({
  ...presentBrand(brand),
  email_display_name: brand.email_display_name ?? brand.name ?? organization?.name ?? '',
  locale: brand.locale ?? organization?.locale ?? 'en',
  timezone: brand.timezone ?? organization?.timezone ?? 'UTC',
});
