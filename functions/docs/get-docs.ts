import * as z from 'zod';
import { describeApi } from '../../lib/docs/description.ts';
import { referencePage } from '../../lib/docs/reference-page.ts';
import { page } from '../../lib/operation/answer.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getDocs',
    tag: 'Documentation',
    summary: 'Read this description as a page',
    route: 'GET /docs',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    access: {},
  },
  async () => page(referencePage(JSON.parse(await describeApi()))),
);
