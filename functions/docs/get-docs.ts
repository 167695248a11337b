import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { docsEntries, docsPage, docsSearchPage } from '../../lib/pages/docs-page.ts';
import { unknownAddressPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getDocs',
    tag: 'Documentation',
    summary: 'Read the reference and the guides as pages',
    route: 'GET /docs',
    session: 'none',
    query: z.strictObject({
      page: z
        .string()
        .regex(/^[A-Za-z-]{1,60}$/, "must be a page's name, such as createEnvelope")
        .optional()
        .meta({ description: 'Id of an operation, an area or a guide. Default: the first page' }),
      q: z.string().trim().min(1).max(100).optional().meta({ description: 'Shows what is found by these words' }),
      index: z.literal('true').optional().meta({ description: 'Answers all that can be searched as JSON' }),
    }),
    returns: z.string(),
    produces: 'text/html',
    alsoProduces: ['application/json'],
    failurePage: unknownAddressPage,
    errors: ['not_found'],
    access: {},
  },
  ({ query: { page = 'start', q, index } }) => (index ? docsEntries() : q ? docsSearchPage(q) : docsPage(page)),
);
