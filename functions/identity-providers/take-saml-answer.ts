import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { isFailure } from '../../lib/base/errors.ts';
import { secretMember } from '../../lib/base/secret-members.ts';
import { redirect } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { wantsPage } from '../../lib/http/respond.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { refusalPage, takeAnswer } from '../../lib/people/identity-providers/saml-answer.ts';
import { LONGEST_ANSWER } from '../../lib/people/identity-providers/saml-document.ts';

export const handler = operation(
  {
    id: 'takeSamlAnswer',
    tag: 'Pages',
    summary: 'Take the answer of a SAML identity provider',
    description:
      'The Assertion Consumer Service of an organization, to which a browser posts the form of its provider (SAML 2.0 Bindings 3.5). It leads to the page ' +
      'that ends the sign-in, with a `code` for one use within two minutes. Only a signed assertion is taken, once, for this organization, and for now; ' +
      '`RelayState` is not looked at.',
    route: 'POST /sign-in/{organization_id}',
    unrecorded: 'transient',
    session: 'none',
    path: idPath('organization_id'),
    body: z.object({
      SAMLResponse: secretMember(z.string().min(1).max(LONGEST_ANSWER)).meta({ description: 'Base64 of the response' }),
    }),
    returns: z.object({}),
    redirects: 'Page that ends the sign-in',
    failurePage: brokenLinkPage,
    answersSecret: true,
    unrepeatable: true,
    errors: ['provider_not_found', 'provider_refused'],
    access: { read: ['identityProvider'], write: ['samlAnswer'], tokens: false },
    examples: { body: { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNlIC4uLg==' } },
  },
  async ({ path, body, headers }) => {
    try {
      return redirect(await takeAnswer(path.organization_id, body.SAMLResponse));
    } catch (error) {
      if (!isFailure(error, 'provider_refused') || !wantsPage(headers)) throw error;
      return redirect(refusalPage(path.organization_id, body.SAMLResponse, error.details.reason));
    }
  },
);
