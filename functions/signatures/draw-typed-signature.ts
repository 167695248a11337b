import { operation } from '../../lib/http/operation.ts';
import { drawTypedMark } from '../../lib/pdf/fonts/typed-mark.ts';
import { TypedMark, TypedMarkImage } from '../../lib/signing/signatures/signature-schema.ts';

export const handler = operation(
  {
    id: 'drawTypedSignature',
    tag: 'Signatures and Initials',
    summary: 'Draw a typed name as a signature',
    description:
      'Answers the picture of a typed name or of typed initials as a PNG of at most 600 × 300 pixels: in a handwriting ' +
      'font, or in the plain font of its script where no handwriting has all letters. `fonts` names the handwriting that ' +
      'can be asked for with `font`. Nothing is stored: who likes it sends the same picture to `POST /v2/profiles/signatures`, or to ' +
      '`/initials`. {invalid} for letters that no font here has, or that the wanted font lacks.',
    route: 'POST /v2/profiles/signatures/typed',
    unrecorded: 'none',
    session: 'both',
    callableBy: 'profile:read',
    body: TypedMark,
    returns: TypedMarkImage,
    access: {},
    examples: { body: { text: 'Ada Lovelace', font: 'dancing_script' } },
  },
  async ({ body }) => {
    const { png, ...mark } = await drawTypedMark(body.text, body.font ?? undefined);
    return { image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, ...mark };
  },
);
