import * as z from 'zod';
import { describeApi } from '../../lib/docs/description.ts';
import { Answer } from '../../lib/operation/answer.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getOpenapi',
    tag: 'Documentation',
    summary: 'Read this description (OpenAPI 3.1)',
    route: 'GET /openapi.json',
    session: 'none',
    returns: z.looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) }),
    access: {},
  },
  async () => new Answer('application/json', await describeApi(), 200, { 'Cache-Control': 'public, max-age=300' }),
);
