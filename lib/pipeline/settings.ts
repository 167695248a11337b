import type { OrganizationItem, PipelineSettings } from '../organizations/record.ts';
import { getItem } from '../table/client.ts';
import { organizationKey } from '../table/keys.ts';

/** What the organization wants done to its uploads. One Get. */
export const pipelineSettings = async (organization_id: string): Promise<PipelineSettings | undefined> =>
  (await getItem<OrganizationItem>(organizationKey(organization_id)))?.pipeline_settings;
