import * as z from 'zod';
import { page } from '../../lib/http/answer.ts';
import { describeApi } from '../../lib/http/docs/description.ts';
import { referencePage } from '../../lib/http/docs/reference-page.ts';
import { operation } from '../../lib/http/operation.ts';

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
