import * as z from 'zod';
import { Id } from '../../lib/base/schema.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { readStoredPicture } from '../../lib/people/profiles/picture.ts';

export const handler = operation(
  {
    id: 'getProfilePicture',
    tag: 'Profiles',
    summary: "Get the photo that a profile's record points to",
    description: 'Needs no session, so that pages can show it. Its address changes with the photo.',
    route: 'GET /v2/profiles/{profile_id}/pictures/{organization_id}/{picture_id}',
    session: 'none',
    path: z.strictObject({ profile_id: Id, organization_id: Id, picture_id: Id }),
    returns: z.string().meta({ description: 'PNG', format: 'binary' }),
    produces: 'image/png',
    errors: ['not_found'],
    access: { files: { get: ['logo'] } },
  },
  async ({ path }) =>
    new Answer('image/png', await readStoredPicture(path.organization_id, path.profile_id, path.picture_id), 200, {
      'Cache-Control': 'public, max-age=31536000, immutable',
    }),
);
