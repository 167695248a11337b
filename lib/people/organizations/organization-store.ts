import { timestamp } from '../../base/clock.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { changeOrganization } from '../../storage/organization-family.ts';
import { findOrganization, organizationAt } from '../../storage/organizations.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { UserCaller } from '../access/caller.ts';
import { defaultBrandId, presentOrganization, storedDefaults, withoutBase } from './organization.ts';
import type { OrganizationChange, PipelineSettingsChange } from './organization-input-schema.ts';
import type { Organization, PipelineSettings } from './organization-schema.ts';

/**
 * Reads the caller's own organization, its parent or one of its children; throws `not_found` for any other. A child
 * doesn't see its parent's `data`.
 */
export const readOrganization = async (caller: UserCaller, organization_id: string): Promise<Organization> => {
  if (organization_id === caller.organization_id) return presentOrganization(await readOwn(caller, organization_id));
  const [own, asked] = await readTogether([organizationAt(caller.organization_id), organizationAt(organization_id)]);
  if (!own || !asked) return fail('not_found');
  if (asked.parent_id === own.id) return presentOrganization(asked);
  if (own.parent_id === asked.id) return { ...presentOrganization(asked), data: null };
  return fail('not_found');
};

/** Changes the caller's own organization; throws `not_found` for any other. `logos`: paths of pictures just stored. */
export const updateOrganization = async (
  caller: UserCaller,
  organization_id: string,
  change: OrganizationChange,
  logos: { full_logo_url?: string; thumbnail_url?: string },
): Promise<Organization> => {
  const { name, deletion_protected, full_logo_url, thumbnail_url, default_brand_id, envelope_defaults, ...rest } =
    change;
  const { slug: _slug, hipaa_complaint: _hipaa, ...nullable } = rest;
  if (default_brand_id && default_brand_id !== defaultBrandId(organization_id)) {
    invalid('default_brand_id', `must stay ${defaultBrandId(organization_id)}: change the look of that brand instead`);
  }
  const changes = {
    ...nullable,
    name: name ?? undefined,
    envelope_defaults: storedDefaults(envelope_defaults),
    deletion_protected: deletion_protected ?? undefined,
    full_logo_url: logos.full_logo_url ?? withoutBase(full_logo_url),
    thumbnail_url: logos.thumbnail_url ?? withoutBase(thumbnail_url),
    updated_at: timestamp(),
  };
  return presentOrganization(await updateOwn(caller, organization_id, changes));
};

/** Reads the settings for uploads of the caller's organization; throws `not_found` for any other. */
export const readPipelineSettings = async (caller: UserCaller, organization_id: string): Promise<PipelineSettings> =>
  (await readOwn(caller, organization_id)).pipeline_settings;

/**
 * Changes the flags that `change` names and returns all four. Throws `not_found` for any organization but the caller's
 * own.
 */
export const updatePipelineSettings = async (
  caller: UserCaller,
  organization_id: string,
  change: PipelineSettingsChange,
): Promise<PipelineSettings> => {
  const flags = Object.entries(change).filter(([, value]) => typeof value === 'boolean');
  const changed = await updateOwn(caller, organization_id, {
    ...Object.fromEntries(flags.map(([name, value]) => [`pipeline_settings.${name}`, value])),
    updated_at: timestamp(),
  });
  return changed.pipeline_settings;
};

/** Throws `not_found` unless it is the caller's own organization. */
export const demandOwn = (caller: UserCaller, organization_id: string): void => {
  if (organization_id !== caller.organization_id) fail('not_found');
};

const readOwn = async (caller: UserCaller, organization_id: string): Promise<OrganizationItem> => {
  demandOwn(caller, organization_id);
  return orFail(await findOrganization(organization_id), 'not_found');
};

const updateOwn = async (
  caller: UserCaller,
  organization_id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<OrganizationItem> => {
  demandOwn(caller, organization_id);
  return orFail(await changeOrganization(organization_id, changes), 'not_found');
};
