import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { listEvents } from '../../lib/people/administration/event-list.ts';
import { AdministrationEventPage, EventQuery } from '../../lib/people/administration/event-schema.ts';

export const handler = operation(
  {
    id: 'getOrganizationEvents',
    tag: 'Organizations',
    summary: 'List what was done in the organization',
    description:
      'The log of administration, the newest event first: who, through what and from where has changed or exported what, from what to ' +
      'what, and each sign-in with its failures. What happens to an envelope is in its own audit trail. The next page is asked for with ' +
      '`before` = the `next` of this one; where few events pass the filter, a page may hold fewer than `rows`, and even none. ' +
      'Events are kept for two years, or for `event_retention_days` of the organization.',
    route: 'GET /v2/organizations/{organization_id}/events',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    query: EventQuery,
    returns: AdministrationEventPage,
    errors: ['not_found'],
    access: { read: ['administration'] },
  },
  ({ caller, path, query }) => listEvents(caller, path.organization_id, query),
);
