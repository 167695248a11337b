import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { PipelineSettingsChange } from '../../lib/people/organizations/organization-input-schema.ts';
import { PipelineSettings } from '../../lib/people/organizations/organization-schema.ts';
import { updatePipelineSettings } from '../../lib/people/organizations/organization-store.ts';
import { TAGS_DESCRIPTION } from '../../lib/signing/pipeline/description.ts';

export const handler = operation(
  {
    id: 'updateOrganizationPipelineSettings',
    tag: 'Organizations',
    summary: "Change how the organization's uploaded documents are processed",
    description: `Flags that are left out stay as they are. The answer has all four. ${TAGS_DESCRIPTION}`,
    route: 'PATCH /v2/organizations/{organization_id}/pipeline-settings',
    event: 'organization:updated',
    session: 'user',
    callableBy: 'organization:write',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    body: PipelineSettingsChange,
    returns: PipelineSettings,
    errors: ['not_found'],
    access: { change: ['organization'] },
    examples: { body: { process_acroforms: true } },
  },
  ({ caller, path, body }) => updatePipelineSettings(caller, path.organization_id, body),
);
