import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { PipelineSettings } from '../../lib/people/organizations/organization-schema.ts';
import { readPipelineSettings } from '../../lib/people/organizations/organization-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationPipelineSettings',
    tag: 'Organizations',
    summary: "Get how the organization's uploaded documents are processed",
    route: 'GET /v2/organizations/{organization_id}/pipeline-settings',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    path: idPath('organization_id'),
    returns: PipelineSettings,
    errors: ['not_found'],
    access: { read: ['organization'] },
  },
  ({ caller, path }) => readPipelineSettings(caller, path.organization_id),
);
