import type { PipelineSettings } from '../../people/organizations/record.ts';
import { getItem } from '../../storage/client.ts';
import { organizationKey } from '../../storage/keys.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';

/** What the organization wants done to its uploads. One Get. */
export const pipelineSettings = async (organization_id: string): Promise<PipelineSettings | undefined> =>
  (await getItem<OrganizationItem>(organizationKey(organization_id)))?.pipeline_settings;
