import * as z from 'zod';
import { Id, Timestamp } from '../../base/schema.ts';

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

export const NewSignature = z.object({ signature: Image });
export const NewInitials = z.object({ initial: Image });

export const TypedMark = z.object({
  text: z.string().trim().min(1, 'must not be empty').max(100).meta({ description: 'A name, or initials' }),
});

export const TypedMarkImage = z
  .object({
    image: z.string().meta({ description: 'PNG as a `data:` URL, black on transparent ground' }),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'TypedSignature' });
