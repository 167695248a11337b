import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { describePlatform } from '../../lib/people/identity-providers/saml-description.ts';

export const handler = operation(
  {
    id: 'getSamlMetadata',
    tag: 'Pages',
    summary: "Describe the platform to an organization's SAML identity provider",
    description:
      'SAML 2.0 Metadata of the service provider: entity ID and Assertion Consumer Service. Its address is the entity ID. It depends on the id alone, ' +
      'whether or not there is such an organization.',
    route: 'GET /sign-in/{organization_id}/metadata',
    session: 'none',
    path: idPath('organization_id'),
    returns: z.string(),
    produces: 'application/samlmetadata+xml',
    access: { tokens: false },
  },
  ({ path }) => new Answer('application/samlmetadata+xml', describePlatform(path.organization_id)),
);
