import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { BrandChange, BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { readBrand, updateLook } from '../../lib/people/brands/brand-store.ts';
import { storeLogos } from '../../lib/people/organizations/pictures.ts';

export const handler = operation(
  {
    id: 'updateBrand',
    tag: 'Brands',
    summary: 'Change a brand',
    description: [
      'What is left out stays; null or empty leaves it to the organization. As a multipart form it also takes the pictures',
      '`logo` and `thumbnail`: PNG or JPEG, at most 2 MB and 4000 × 4000 pixels. They replace `full_logo_url` and',
      '`thumbnail_url`.',
    ].join(' '),
    route: 'PATCH /v2/organizations/{organizationid}/brands/{brandid}',
    event: 'brand:updated',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    body: BrandChange,
    multipart: fileParts('logo', 'thumbnail'),
    returns: Brand,
    errors: ['brand_not_found'],
    access: { change: ['brand'], files: { put: ['logo'] } },
    examples: { body: { name: 'Garden Flats', primary_color: '#2E7D32', page_title: 'Sign your lease' } },
  },
  async ({ caller, path, body, files }) => {
    const brand = await readBrand(caller, path);
    return updateLook(caller, brand, body, await storeLogos(path.organizationid, files));
  },
);
