import * as z from 'zod';
import { Answer } from '../../lib/http/answer.ts';
import { describeApi, describedMethods } from '../../lib/http/docs/description.ts';
import { operation } from '../../lib/http/operation.ts';
import { unknownAddressPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getOpenapi',
    tag: 'Documentation',
    summary: 'Read this description (OpenAPI 3.1)',
    route: 'GET /openapi.json',
    session: 'none',
    returns: z.looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) }),
    produces: 'application/json',
    methodsAt: describedMethods,
    failurePage: unknownAddressPage,
    access: {},
  },
  async () => new Answer('application/json', await describeApi(), 200, { 'Cache-Control': 'public, max-age=300' }),
);
