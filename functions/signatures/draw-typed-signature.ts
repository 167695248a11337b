import { operation } from '../../lib/http/operation.ts';
import { drawTypedMark } from '../../lib/pdf/typed-mark.ts';
import { TypedMark, TypedMarkImage } from '../../lib/signing/signatures/schema.ts';

export const handler = operation(
  {
    id: 'drawTypedSignature',
    tag: 'Signatures and Initials',
    summary: 'Draw a typed name as a signature',
    description:
      'Answers the picture of a typed name or of typed initials, in the font of its script, as a PNG of at most ' +
      '600 × 300 pixels. Nothing is stored: who likes it sends the same picture to `POST /v2/profiles/signatures`, or to ' +
      '`/initials`. 406 for letters that no font here has.',
    route: 'POST /v2/profiles/signatures/typed',
    session: 'both',
    callableBy: 'profile:read',
    body: TypedMark,
    returns: TypedMarkImage,
    access: {},
    examples: { body: { text: 'Ada Lovelace' } },
  },
  async ({ body }) => {
    const { png, width, height } = await drawTypedMark(body.text, 'text');
    return { image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
  },
);
