import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { SigningBrand } from '../../people/brands/brand-schema.ts';

/** Answers of the operations on links of templates. Pages read them, so nothing here needs more than a browser has. */
const STATUSES = ['open', 'full', 'ended'] as const;

const Status = z.enum(STATUSES).meta({
  description:
    '`full`: it has made as many envelopes as its cap allows. `ended`: its end has passed, or somebody ended it',
});
export type LinkStatus = z.infer<typeof Status>;

const Said = {
  name: z.string().meta({ description: 'What visitors read' }),
  cap: z.int().nullable().meta({ description: 'The most envelopes that the link makes; null for any number' }),
  ends_at: Timestamp.nullable().meta({ description: 'When it ends; null for no end' }),
  once_per_address: z.boolean(),
  domains: z.array(z.string()).meta({ description: 'Domains of the addresses that may use it; any if there are none' }),
  fields: z.array(z.string()).meta({ description: 'Fields that the address of the link may fill' }),
  fields_signed: z.boolean().meta({ description: 'Whether such values must be signed' }),
  brand_key: z.string().nullable(),
  locale: z.string().nullable(),
};

export const TemplateLink = z
  .object({
    id: Id,
    template_id: Id,
    organization_id: Id,
    profile_id: Id.meta({ description: 'The member in whose name envelopes are sent' }),
    ...Said,
    address: z.string().meta({ description: 'What you publish' }),
    qr_code: z.string().meta({ description: 'The address as a QR code (ISO/IEC 18004): a `data:` URL of an SVG' }),
    status: Status,
    role_name: z.string().meta({ description: "The visitor's role" }),
    recipients: z.array(
      z.object({
        role_name: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
      }),
    ),
    count: z.int().meta({ description: 'How many envelopes it has made' }),
    last_used_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable().meta({ description: 'When somebody ended it' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TemplateLink' });
export type TemplateLink = z.infer<typeof TemplateLink>;

export const CreatedTemplateLink = TemplateLink.extend({
  secret: secretMember(z.string().meta({ description: 'Signs values in the address. It is shown this once' })),
}).meta({ id: 'CreatedTemplateLink' });

export const LinkPath = z.strictObject({ template_id: Id, link_id: Id });
export type LinkPath = z.output<typeof LinkPath>;

export const SignedAddress = z.object({ address: z.string() }).meta({ id: 'SignedAddress' });

/** A link as a visitor sees it. */
export const PublicLink = z
  .object({
    template_id: Id,
    id: Id,
    name: z.string(),
    status: Status,
    role_name: z.string(),
    domains: Said.domains,
    fields: z.array(z.string()),
    fields_signed: z.boolean(),
    brand: SigningBrand,
  })
  .meta({ id: 'PublicTemplateLink' });
export type PublicLink = z.infer<typeof PublicLink>;

export const CodeAsked = z
  .object({ result: z.literal('done'), email: z.string() })
  .meta({ id: 'TemplateLinkCodeAsked' });

export const ConfirmedLink = z
  .object({
    envelope_id: Id,
    role_name: z.string(),
    link: z.string().meta({ description: 'The signing link: where the visitor goes on' }),
    resumed: z.boolean().meta({ description: 'True for an envelope that the address has made before' }),
  })
  .meta({ id: 'ConfirmedTemplateLink' });
export type ConfirmedLink = z.infer<typeof ConfirmedLink>;
