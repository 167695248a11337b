import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { Answer, IMMUTABLE, redirect } from '../../lib/http/answer.ts';
import { encodingFor } from '../../lib/http/compress.ts';
import { operation } from '../../lib/http/operation.ts';
import { ASSET_FILE, readAsset, successorUrl } from '../../lib/pages/assets.ts';

export const handler = operation(
  {
    id: 'getPageAsset',
    tag: 'Pages',
    summary: 'Get a file that pages load',
    description:
      'Its name holds a hash of its content: it never changes, and may be kept for good. The name that a file had before an upgrade ' +
      'leads to the file that has taken its place, so that a page which was loaded just before still works.',
    route: 'GET /assets/{file}',
    session: 'none',
    path: z.strictObject({
      file: z.string().regex(ASSET_FILE, 'must be the name of an asset, such as account-0A1B2C3D.js'),
    }),
    returns: z.string(),
    produces: 'text/javascript',
    alsoProduces: ['application/json'],
    redirects: 'The file that has taken the place of this one',
    errors: ['not_found'],
    access: {},
  },
  async ({ path: { file }, headers }) => {
    const compressed = encodingFor(headers['accept-encoding']) === 'br';
    const content = await readAsset(file, compressed);
    if (!content) return redirect(successorUrl(file) ?? fail('not_found'));
    const mime = file.endsWith('.json') ? 'application/json' : 'text/javascript; charset=utf-8';
    return new Answer(mime, content, 200, {
      ...IMMUTABLE,
      Vary: 'Accept-Encoding',
      ...(compressed ? { 'Content-Encoding': 'br' } : {}),
    });
  },
);
