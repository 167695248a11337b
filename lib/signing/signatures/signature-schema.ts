import * as z from 'zod';
import { Id, Name, Timestamp } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';

/** A signature or initials block as the API returns it. */
export const Block = z
  .object({
    id: Id,
    profile_id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable(),
  })
  .meta({ id: 'SignatureBlock' });
export type Block = z.output<typeof Block>;

const Image = z.string().optional().meta({ description: 'PNG or JPEG: base64, or a `data:` URL' });

const Remember = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((remember) => remember ?? false)
  .meta({
    description:
      'Offer it again in later envelopes, for a year, to whoever confirms the same address by a mailed code and has the same name. Only for ' +
      'users whose address is verified, and signers who have passed such a code',
  });

export const NewSignature = z.object({ signature: secretMember(Image), remember: Remember });
export const NewInitials = z.object({ initial: secretMember(Image), remember: Remember });

const RememberedMark = z
  .object({
    image: z.string().meta({ description: 'PNG as a `data:` URL' }),
    width: z.int(),
    height: z.int(),
    created_at: Timestamp,
  })
  .nullable();

/** The pictures that a person had remembered. */
export const RememberedMarks = z
  .object({ signature: RememberedMark, initial: RememberedMark })
  .meta({ id: 'RememberedMarks' });
export type RememberedMarks = z.output<typeof RememberedMarks>;

const Hand = z.enum(['caveat', 'dancing_script', 'great_vibes']).meta({ id: 'HandwritingFont' });

export const TypedMark = z.object({
  text: Name.meta({ description: 'A name, or initials' }),
  font: Hand.nullish().meta({
    description:
      'Handwriting to draw it in; without one, the first that has all of its letters, or the font of its script. 406 if ' +
      'this one lacks a letter',
  }),
});

export const TypedMarkImage = z
  .object({
    image: z.string().meta({ description: 'PNG as a `data:` URL, black on transparent background' }),
    width: z.int(),
    height: z.int(),
    font: Hand.nullable().meta({
      description: 'Handwriting that it is drawn in; null for the plain font of its script',
    }),
    fonts: z.array(Hand).meta({ description: 'Handwriting fonts that have all letters of this text' }),
  })
  .meta({ id: 'TypedSignature' });
