import * as z from 'zod';
import { Id, Locale, orNothing, Timezone } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { reviewPage } from '../../lib/signing/sessions/review-page.ts';
import { ReviewPage } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'getReviewPage',
    tag: 'Recipients',
    summary: 'Get a page as it would be sealed',
    description: [
      "The page's picture with the signer's values as they stand now, beside those that others have submitted, drawn by the code",
      'that seals. Timestamps show the time of the request. Signers look at it before they submit; `locale` and `timezone` are those',
      'that the submit will state.',
    ].join(' '),
    route: 'GET /v2/envelopes/{envelope_id}/recipients/{role_name}/review/{document_id}/{page}',
    session: 'signer',
    path: z.strictObject({ ...RecipientPath.shape, document_id: Id, page: z.int().min(1) }),
    query: z.object({ locale: orNothing(Locale), timezone: orNothing(Timezone) }),
    returns: ReviewPage,
    errors: [
      ...ACT_ERRORS,
      'not_agreed',
      'verification_needed',
      'document_not_found',
      'page_not_found',
      'file_changed',
    ],
    access: { read: ['envelope'], files: { get: ['envelopeDocument'] } },
  },
  ({ caller, path, query }) => reviewPage(caller, path, query),
);
