import type { PipelineSettings } from '../../people/organizations/organization-schema.ts';
import { readAt } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';

/** Reads the organization's settings for uploads. One Get. */
export const pipelineSettings = async (organization_id: string): Promise<PipelineSettings | undefined> =>
  (await readAt(organizationAt(organization_id)))?.pipeline_settings;
