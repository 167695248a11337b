import type { PipelineSettings } from '../../people/organizations/record.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { readAt } from '../../storage/read.ts';

/** Settings of what is done to the organization's uploads. One Get. */
export const pipelineSettings = async (organization_id: string): Promise<PipelineSettings | undefined> =>
  (await readAt(organizationAt(organization_id)))?.pipeline_settings;
