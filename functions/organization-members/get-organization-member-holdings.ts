import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { readHoldings } from '../../lib/offboarding/holdings.ts';
import { Holdings } from '../../lib/offboarding/holdings-schema.ts';

export const handler = operation(
  {
    id: 'getOrganizationMemberHoldings',
    tag: 'Organization Members',
    summary: 'Count what a member owns',
    description:
      'What goes to somebody else when the member is removed, and the API keys and applications that name the member. ' +
      'Numbers alone: envelopes and templates that the caller can not see are counted, too. They follow a change a moment later.',
    route: 'GET /v2/organization-members/{profile_id}/holdings',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: idPath('profile_id'),
    returns: Holdings,
    errors: ['not_found'],
    access: {
      read: [
        'profile',
        'group',
        'envelopeCounts',
        'templateCounts',
        'apiKeysOfOrganization',
        'oauthAppsOfOrganization',
      ],
    },
  },
  ({ caller, path }) => readHoldings(caller, path.profile_id),
);
