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
      'leads to the file that has taken its place, so that a page which was loaded just before still works: words by a redirect, a script by ' +
      'a script that imports the other.',
    route: 'GET /assets/{file}',
    session: 'none',
    path: z.strictObject({
      file: z.string().regex(ASSET_FILE, 'must be the name of an asset, such as account-0a1b2c3d.js'),
    }),
    returns: z.string(),
    produces: 'text/javascript',
    alsoProduces: ['application/json'],
    redirects: 'The words that have taken the place of these',
    errors: ['not_found'],
    access: {},
  },
  async ({ path: { file }, headers }) => {
    const compressed = encodingFor(headers['accept-encoding']) === 'br';
    const content = await readAsset(file, compressed);
    if (!content) return successor(file, successorUrl(file) ?? fail('not_found'));
    const mime = isWords(file) ? WORDS : SCRIPT;
    return new Answer(mime, content, 200, {
      ...IMMUTABLE,
      Vary: 'Accept-Encoding',
      ...(compressed ? { 'Content-Encoding': 'br' } : {}),
    });
  },
);

const WORDS = 'application/json';
const SCRIPT = 'text/javascript; charset=utf-8';
const isWords = (file: string): boolean => file.endsWith('.json');

/** A script's parts import it by its own address: under the former one a browser would run it twice. */
const successor = (file: string, url: string): Answer =>
  isWords(file) ? redirect(url) : new Answer(SCRIPT, `import ${JSON.stringify(url)};\n`);
