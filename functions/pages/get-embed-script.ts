import * as z from 'zod';
import { Answer } from '../../lib/http/answer.ts';
import { encodingFor } from '../../lib/http/compress.ts';
import { operation } from '../../lib/http/operation.ts';
import { readScript } from '../../lib/pages/assets.ts';

export const handler = operation(
  {
    id: 'getEmbedScript',
    tag: 'Pages',
    summary: 'Get the script of <countersign-sign>',
    description:
      'A module that other sites load: it defines the element `<countersign-sign link="…">`, which shows a signing page in a frame, ' +
      'and sends an event at each step. The brand must name the origin of the site (`embed_origins`).',
    route: 'GET /embed.js',
    session: 'none',
    returns: z.string(),
    produces: 'text/javascript',
    access: {},
  },
  async ({ headers }) => {
    const compressed = encodingFor(headers['accept-encoding']) === 'br';
    return new Answer('text/javascript; charset=utf-8', await readScript('embed', compressed), 200, {
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Accept-Encoding',
      ...(compressed ? { 'Content-Encoding': 'br' } : {}),
    });
  },
);
