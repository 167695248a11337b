import { idPath } from '../../lib/base/common-schema.ts';
import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { OrganizationChange } from '../../lib/people/organizations/organization-input-schema.ts';
import { Organization } from '../../lib/people/organizations/organization-schema.ts';
import { demandOwn, updateOrganization } from '../../lib/people/organizations/organization-store.ts';
import { storeLogos } from '../../lib/people/organizations/pictures.ts';

export const handler = operation(
  {
    id: 'updateOrganization',
    tag: 'Organizations',
    summary: "Change the caller's organization",
    description:
      'As a multipart form it also takes the pictures `logo` and `thumbnail`: PNG or JPEG, at most 2 MB and 4000 × 4000 ' +
      'pixels. They replace `full_logo_url` and `thumbnail_url`.',
    route: 'PATCH /v2/organizations/{organization_id}',
    event: 'organization:updated',
    session: 'user',
    callableBy: 'organization:write',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    body: OrganizationChange,
    multipart: fileParts('logo', 'thumbnail'),
    returns: Organization,
    errors: ['not_found'],
    access: { change: ['organization'], files: { put: ['logo'] } },
    examples: { body: { name: 'Example Inc.', contact_email: 'office@example.com', primary_color: '#1A2B3C' } },
  },
  async ({ caller, path, body, files }) => {
    demandOwn(caller, path.organization_id);
    return updateOrganization(caller, path.organization_id, body, await storeLogos(path.organization_id, files));
  },
);
