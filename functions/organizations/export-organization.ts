import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { exportOrganization } from '../../lib/offboarding/organization-export.ts';
import { Export } from '../../lib/offboarding/organization-export-schema.ts';

export const handler = operation(
  {
    id: 'exportOrganization',
    tag: 'Organizations',
    summary: 'Export everything that the organization has',
    description:
      'For owners. The first call begins the export; call again until `status` is `ready`. Then `files` links to ' +
      'ZIP archives, usually one: records as JSON (organization, members, contacts, groups, invitations, brands, ' +
      'keys without their secrets, usage), the log of administration as NDJSON, each template with its documents, ' +
      'and each envelope with its record, its audit trail, its documents as sent and as sealed, and attachments, ' +
      'in folders with these names. Links are good for 15 minutes; call again for new ones. An hour after it was ' +
      'finished, the next call begins another export.',
    route: 'GET /v2/organizations/{organization_id}/export',
    event: 'organization:exported',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:transfer'],
    path: idPath('organization_id'),
    returns: Export,
    errors: ['not_found'],
    access: { change: ['organizationExport'], write: ['job'], files: { get: ['export'] } },
  },
  ({ caller, path }) => exportOrganization(caller, path.organization_id),
);
