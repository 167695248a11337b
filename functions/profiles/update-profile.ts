import { idPath } from '../../lib/base/common-schema.ts';
import { fail } from '../../lib/base/errors.ts';
import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { storePhoto } from '../../lib/people/organizations/pictures.ts';
import { ProfileChange } from '../../lib/people/profiles/profile-input-schema.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';
import { updateOwnProfile } from '../../lib/people/users/own-profiles.ts';

export const handler = operation(
  {
    id: 'updateProfile',
    tag: 'Profiles',
    summary: "Change the caller's current profile",
    description:
      'The same details of the user record change with it, but not in a session of an identity provider where the user has ' +
      'other organizations, too. As a multipart form it also takes the photo `picture`: PNG or ' +
      'JPEG, at most 2 MB and 4000 × 4000 pixels; `picture: null` removes it. The photo before it is deleted. Other `roles` and `permissions` than the profile has are refused: those who ' +
      'manage the members change them with `PATCH /v2/organization-members/{profile_id}`.',
    route: 'PATCH /v2/profiles/{profile_id}',
    event: 'account:updated',
    session: 'user',
    callableBy: 'profile:write',
    path: idPath('profile_id'),
    body: ProfileChange,
    multipart: fileParts('picture'),
    returns: Profile,
    errors: ['not_found'],
    access: {
      read: ['profilesOfUser'],
      change: ['profile'],
      write: ['user'],
      files: { put: ['logo'], delete: ['logo'] },
    },
    examples: { body: { first_name: 'Ada', last_name: 'King', timezone: 'Europe/London' } },
  },
  async ({ caller, path, body, files }) => {
    if (path.profile_id !== caller.profile_id) fail('not_found');
    const [picture] = files;
    const { organization_id, profile_id } = caller;
    return updateOwnProfile(caller, body, picture && (await storePhoto(organization_id, profile_id, picture)));
  },
);
