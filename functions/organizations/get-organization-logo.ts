import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { Answer, IMMUTABLE } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { readPicture } from '../../lib/people/organizations/pictures.ts';

export const handler = operation(
  {
    id: 'getOrganizationLogo',
    tag: 'Organizations',
    summary: "Get the picture that an organization's record points to",
    description: 'Needs no session, because mails and signing pages show it. Its address changes with the picture.',
    route: 'GET /v2/organizations/{organization_id}/logos/{variant}/{logo_id}',
    session: 'none',
    path: z.strictObject({ organization_id: Id, variant: z.enum(['full', 'thumbnail']), logo_id: Id }),
    returns: z.string().meta({ description: 'PNG', format: 'binary' }),
    produces: 'image/png',
    errors: ['not_found'],
    access: { files: { get: ['logo'] } },
  },
  async ({ path: { organization_id, variant, logo_id } }) =>
    new Answer('image/png', await readPicture(organization_id, organization_id, variant, logo_id), 200, IMMUTABLE),
);
