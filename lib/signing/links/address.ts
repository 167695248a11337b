import encodeQR from 'qr';
import { config } from '../../base/config.ts';
import { pagesOrigin } from '../../people/domains/pages-origin.ts';
import { findBrand } from '../../storage/brands.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';

type Place = Pick<TemplateLinkItem, 'template_id' | 'id'>;

/** Address of a link's page; `pages` is the origin of a brand's pages. */
export const linkAddress = ({ template_id, id }: Place, pages = config.appUrl()): string =>
  `${pages}/start/${template_id}/${id}`;

/** Origin of the pages of the link's brand while its domain is active, else the platform's. One read at most. */
export const pagesOfLink = async ({
  organization_id,
  brand,
}: Pick<TemplateLinkItem, 'organization_id' | 'brand'>): Promise<string> => {
  const now = brand?.has_app_domain ? await findBrand(organization_id, brand.id) : undefined;
  return now?.app_domain && now.app_domain_status === 'active' ? pagesOrigin(now.app_domain) : config.appUrl();
};

/** A QR code (ISO/IEC 18004) as a `data:` URL of an SVG. */
export const qrCodeOf = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`;
