import { fail } from '../../base/errors.ts';
import { may, type UserCaller } from '../../people/access/caller.ts';
import { effectivePermissions } from '../../people/access/permissions.ts';
import { isActive } from '../../people/profiles/profile-store.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { groupAt } from '../../storage/organization-groups.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { TemplateItem } from '../../storage/records/template.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';
import { permissionsFor } from '../templates/access.ts';

/**
 * The member in whose name the link sends, with the rights of this moment. A link of the template's owner follows the
 * template when that is handed over. Throws `template_link_unavailable` if the member has left, may no longer send, or
 * may no longer use the template.
 */
export const senderOfLink = async (link: TemplateLinkItem, header: TemplateItem): Promise<UserCaller> => {
  const { organization_id } = link;
  const profile_id = link.by_owner ? header.profile_id : link.profile_id;
  const [organization, profile] = await readTogether([
    organizationAt(organization_id),
    profileAt(organization_id, profile_id),
  ]);
  if (!organization || !isActive(profile)) return fail('template_link_unavailable');
  const groups = await readTogether([...(profile.group_ids ?? [])].map((id) => groupAt(organization_id, id)));
  const caller: UserCaller = {
    kind: 'user',
    user_id: profile.user_id ?? '',
    profile_id,
    organization_id,
    email: profile.email,
    email_verified: true,
    first_name: profile.first_name,
    last_name: profile.last_name,
    session_id: '',
    client: null,
    scopes: null,
    roles: profile.roles,
    permissions: effectivePermissions(profile.roles, [
      ...profile.permissions,
      ...groups.flatMap((group) => group?.permissions ?? []),
    ]),
    global_admin: false,
    list_parts: organization.list_parts,
    records: { organization, profile },
    preconditions: [],
  };
  const needed = permissionsFor(caller, header, 'use');
  const sends = needed !== null && ['envelope:create' as const, ...needed].every((one) => may(caller, one));
  return sends ? caller : fail('template_link_unavailable');
};
