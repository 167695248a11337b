import { operation } from '../../lib/http/operation.ts';
import { BrandsPath, NewBrand } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { createBrand } from '../../lib/people/brands/brand-store.ts';

export const handler = operation(
  {
    id: 'createBrand',
    tag: 'Brands',
    summary: 'Create a brand',
    description: [
      "Where it sets nothing, the organization's own settings apply. Envelopes name it by its `key` (`brand_key`); " +
        'those that name none',
      'have the default brand. An envelope keeps the look that its brand had when it was made.',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands',
    event: 'brand:created',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandsPath,
    body: NewBrand,
    returns: Brand,
    errors: ['not_found', 'brand_key_taken', 'too_many_brands'],
    access: { read: ['organization'], change: ['brand'] },
    examples: {
      body: {
        key: 'garden-flats',
        name: 'Garden Flats',
        primary_color: '#2E7D32',
        support_contact: 'office@example.com',
        locale: 'en-US',
        timezone: 'America/New_York',
      },
    },
  },
  ({ caller, path, body }) => createBrand(caller, path.organizationid, body),
);
