import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { readTileFile } from '../../lib/evidence/files.ts';
import { parseTilePath } from '../../lib/evidence/tiles.ts';
import { Answer, IMMUTABLE } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getLogTile',
    tag: 'Verification',
    summary: 'Get a tile of the log',
    description: [
      'Tiles (c2sp.org/tlog-tiles): `0/000` has the hashes of the first 256 leaves, `1/000` those of the first 256 whole tiles of level',
      '0, `entries/000` the entries themselves, each with its length in two bytes before it. `0/x001/234` is tile 1234; `0/000.p/5`',
      'has five hashes, and exists if a checkpoint ended there. An entry has 33 bytes: 1 for the SHA-256 of a sealed file, 2 for that of the event that',
      'ends the sealing in an envelope’s chain, 3 for the last chain head of a deleted envelope; then the hash. A tile never changes.',
    ].join(' '),
    route: 'GET /v2/log/tile/{tile+}',
    session: 'none',
    path: z.strictObject({
      tile: z
        .string()
        .max(60)
        .refine(
          (path) => parseTilePath(path) !== undefined,
          'must be the path of a tile, such as 0/x001/234 or entries/000.p/5',
        ),
    }),
    returns: z.string(),
    produces: 'application/octet-stream',
    errors: ['not_found'],
    access: { files: { get: ['log'] } },
  },
  async ({ path: { tile } }) => {
    const parsed = parseTilePath(tile);
    const bytes = parsed && (await readTileFile(parsed));
    if (!bytes) return fail('not_found');
    return new Answer('application/octet-stream', bytes, 200, IMMUTABLE);
  },
);
