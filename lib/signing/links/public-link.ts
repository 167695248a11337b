import { timestamp } from '../../base/clock.ts';
import { orFail } from '../../base/errors.ts';
import type { WebOrigin } from '../../base/web-origin.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';
import { findTemplateLink } from '../../storage/template-links.ts';
import { originsOfBrand } from '../sessions/embedding.ts';
import type { LinkPath, PublicLink } from './link-schema.ts';
import { statusOf } from './status.ts';

/** Reads what visitors see of a link. Throws `template_link_not_found`. One read. */
export const readPublicLink = async ({ template_id, link_id }: LinkPath): Promise<PublicLink> =>
  presentPublicLink(orFail(await findTemplateLink(template_id, link_id), 'template_link_not_found'));

/**
 * The same for its page, and the origins whose pages may frame that. One read, and one of the brand if it is framed.
 */
export const findLinkToShow = async (
  { template_id, link_id }: LinkPath,
  isFramed: boolean,
): Promise<{ link: PublicLink | null; framedBy: readonly WebOrigin[] }> => {
  const link = await findTemplateLink(template_id, link_id);
  if (!link) return { link: null, framedBy: [] };
  const framedBy = isFramed ? await originsOfBrand(link) : [];
  return { link: presentPublicLink(link), framedBy };
};

const presentPublicLink = (link: TemplateLinkItem): PublicLink => ({
  template_id: link.template_id,
  id: link.id,
  name: link.name,
  status: statusOf(link, timestamp()),
  role_name: link.role_name,
  domains: link.domains,
  fields: link.fields,
  fields_signed: link.fields_signed,
  brand: pageBrand(link.brand, link.organization),
});
