import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { Answer, IMMUTABLE } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { readPicture } from '../../lib/people/organizations/pictures.ts';

export const handler = operation(
  {
    id: 'getProfilePicture',
    tag: 'Profiles',
    summary: "Get the photo that a profile's record points to",
    description: 'Needs no session, so that pages can show it. Its address changes with the photo.',
    route: 'GET /v2/profiles/{profile_id}/pictures/{organization_id}/{picture_id}',
    session: 'none',
    path: idPath('profile_id', 'organization_id', 'picture_id'),
    returns: z.string().meta({ description: 'PNG', format: 'binary' }),
    produces: 'image/png',
    errors: ['not_found'],
    access: { files: { get: ['logo'] } },
  },
  async ({ path }) =>
    new Answer(
      'image/png',
      await readPicture(path.organization_id, path.profile_id, 'photo', path.picture_id),
      200,
      IMMUTABLE,
    ),
);
