import * as z from 'zod';
import { Id } from '../../lib/base/schema.ts';
import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { storeLogo } from '../../lib/people/organizations/logo.ts';
import { Organization } from '../../lib/people/organizations/organization.ts';
import { OrganizationChange } from '../../lib/people/organizations/schema.ts';
import { demandOwn, updateOrganization } from '../../lib/people/organizations/store.ts';

export const handler = operation(
  {
    id: 'updateOrganization',
    tag: 'Organizations',
    summary: "Change the caller's organization",
    description:
      'As a multipart form it also takes the pictures `logo` and `thumbnail`: PNG or JPEG, at most 2 MB and 4000 × 4000 ' +
      'pixels. They replace `full_logo_url` and `thumbnail_url`.',
    route: 'PATCH /v2/organizations/{organization_id}',
    session: 'user',
    callableBy: 'organization:write',
    permissions: ['org:update'],
    path: z.strictObject({ organization_id: Id }),
    body: OrganizationChange,
    multipart: fileParts('logo', 'thumbnail'),
    returns: Organization,
    errors: ['not_found'],
    access: { write: ['organization'], files: { put: ['logo'] } },
    examples: { body: { name: 'Example Inc.', contact_email: 'office@example.com', primary_color: '#1A2B3C' } },
  },
  async ({ caller, path, body, files }) => {
    const id = path.organization_id;
    demandOwn(caller, id);
    const logo = files.find(({ field }) => field === 'logo');
    const thumbnail = files.find(({ field }) => field === 'thumbnail');
    return updateOrganization(caller, id, body, {
      ...(logo ? { full_logo_url: await storeLogo(id, 'full', logo.bytes, 'logo') } : {}),
      ...(thumbnail ? { thumbnail_url: await storeLogo(id, 'thumbnail', thumbnail.bytes, 'thumbnail') } : {}),
    });
  },
);
