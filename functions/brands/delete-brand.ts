import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { deleteBrand } from '../../lib/people/brands/deletion.ts';

export const handler = operation(
  {
    id: 'deleteBrand',
    tag: 'Brands',
    summary: 'Delete a brand',
    description: 'Its domains become free for others. Envelopes keep its look. The default brand stays.',
    route: 'DELETE /v2/organizations/{organizationid}/brands/{brandid}',
    event: 'brand:deleted',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: Confirmation,
    errors: ['brand_not_found', 'default_brand'],
    access: { change: ['brand', 'domain'], remove: ['brand'], identities: ['delete'] },
  },
  async ({ caller, path }) => {
    await deleteBrand(caller, path);
    return 'The brand was deleted.';
  },
);
