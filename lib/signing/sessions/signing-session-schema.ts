import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { SigningBrand } from '../../people/brands/brand-schema.ts';
import { PageText } from '../documents/page-schema.ts';
import { AccessKey, Envelope, Recipient } from '../envelopes/envelope-schema.ts';
import { Block } from '../signatures/signature-schema.ts';

export const SigningLinkPath = z.strictObject({
  envelope_id: Id,
  role_name: z.string().min(1).max(200),
  key: z.string().min(1).max(200),
});

/** The first answer of a signing session. */
export const SigningSession = z
  .object({
    access_token: z.string(),
    envelope: Envelope,
    recipient: Recipient,
    signatures: z.array(Block),
    initials: z.array(Block),
    brand: SigningBrand,
    first_page: z.object({ document_id: Id, page: z.int(), picture: z.string() }).nullable().meta({
      description:
        'Page 1 of what is to be signed, with a short-lived link to its picture, so that it can be shown at once. Null where the picture was not drawn yet, or documents are withheld until it is verified who reads them',
    }),
  })
  .meta({ id: 'SigningSession' });
export type SigningSession = z.output<typeof SigningSession>;

/** The same of a draft, as it would be. */
export const DraftPreview = SigningSession.omit({ access_token: true }).meta({ id: 'DraftPreview' });
export type DraftPreview = z.output<typeof DraftPreview>;

/** A page as it would be sealed now. */
export const ReviewPage = z
  .object({
    page: z.int(),
    picture: z.string().meta({ description: 'The picture itself, as a `data:` URL' }),
    text: PageText,
    written: z.object({ locale: z.string(), timezone: z.string().nullable() }).meta({
      description: "Language and zone in which the signer's dates and times stand on it. Without a zone, UTC",
    }),
    fields: z
      .array(z.object({ name: z.string(), stamped_text: z.string().nullable() }))
      .meta({ description: "The signer's own fields on the page, with the texts that stand for their values" }),
  })
  .meta({ id: 'ReviewPage' });
export type ReviewPage = z.output<typeof ReviewPage>;

export const InPersonLink = z
  .object({
    link: z.string(),
    access_token: z.string(),
    access_key: AccessKey.extend({ key: z.string().meta({ description: 'The last part of the link' }) }).meta({
      id: 'InPersonAccessKey',
    }),
    envelope: Envelope,
    recipient: Recipient,
  })
  .meta({ id: 'InPersonLink' });
export type InPersonLink = z.output<typeof InPersonLink>;

export const DrawingPath = z.strictObject({ id: Id });

/** A drawing that was begun on one device, for another. */
export const NewDrawing = z
  .object({
    id: Id,
    link: z.string().meta({ description: 'Opens the page to draw on; whoever has it may draw, once' }),
    qr_code: z.string().meta({ description: 'The link as a QR code: a `data:` URL of an SVG' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'DrawingInput' });
export type NewDrawing = z.output<typeof NewDrawing>;

export const DrawingState = z
  .object({ image: z.string().nullable().meta({ description: 'PNG as a `data:` URL; null until it is drawn' }) })
  .meta({ id: 'DrawingState' });
export type DrawingState = z.output<typeof DrawingState>;

export const SentDrawing = z.object({
  key: z.string().min(1).max(200).meta({ description: "The link's last part" }),
  image: z.string().min(1).meta({ description: 'PNG or JPEG: base64, or a `data:` URL' }),
});
