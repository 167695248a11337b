import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { exportEvents } from '../../lib/people/administration/event-list.ts';
import { ExportQuery } from '../../lib/people/administration/event-schema.ts';

export const handler = operation(
  {
    id: 'exportOrganizationEvents',
    tag: 'Organizations',
    summary: 'Export what was done in the organization',
    description:
      'The log of administration in the order of its chain, a line of JSON for each event (NDJSON), in the classes of the Open ' +
      'Cybersecurity Schema Framework (OCSF 1.3: Account Change, Authentication, Entity Management, Group Management, API ' +
      'Activity). A part has up to 1000 lines: the next one is asked for with `after` = the `metadata.sequence` of the last line. ' +
      'The parts, one after the other, are a file that `npm run verify` checks. An export is an event itself.',
    route: 'GET /v2/organizations/{organization_id}/events/export',
    event: 'event:exported',
    isRead: true,
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    query: ExportQuery,
    returns: z.string().meta({ description: 'Lines of JSON' }),
    produces: 'application/x-ndjson',
    errors: ['not_found'],
    access: { read: ['administrationChain'] },
  },
  async ({ caller, path, query }) =>
    new Answer('application/x-ndjson', Buffer.from(await exportEvents(caller, path.organization_id, query))),
);
