import * as z from 'zod';
import { Email, Locale, MobilePhone, Name, orNothing, Timezone, Title } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { DomainName } from '../../people/domains/name.ts';
import { LIMITS } from '../envelopes/envelope-schema.ts';
import { FieldName, KnownRoleName } from '../fields/field-schema.ts';
import { LARGEST_CAP } from './limits.ts';

/** Input of the operations on links of templates. */
const Recipient = z
  .object({
    role_name: KnownRoleName,
    first_name: Name,
    last_name: orNothing(Name),
    email: Email,
    phone: orNothing(MobilePhone),
  })
  .meta({ id: 'TemplateLinkRecipient' });

const MOST_FIELDS = 50;

const Cap = z.int().min(1).max(LARGEST_CAP).nullable().meta({
  description: 'The most envelopes that the link makes; null for any number',
});
const Ends = z.iso.datetime({ offset: true }).nullable().meta({ description: 'When it ends; null for no end' });

const Settings = {
  name: Title.meta({ description: "What visitors read. The template's name unless given" }),
  cap: Cap,
  ends_at: Ends,
  once_per_address: z.boolean().meta({
    description: 'True: an address that has signed comes back to its envelope. False: it gets another one (default)',
  }),
  domains: z.array(DomainName).max(20).meta({
    description: 'Visitors need an address at one of these domains, or below one; any address if the list is empty',
  }),
  fields: z.array(FieldName).max(MOST_FIELDS).meta({
    description: "Names of fields that the link's address may fill (`?city=Berlin`): texts, dates, lists and boxes",
  }),
  fields_signed: z.boolean().meta({
    description: 'True: such values must be signed with the secret of the link, and the fields are read-only then',
  }),
  brand_key: z.string().max(100).nullable(),
  locale: Locale.nullable().meta({ description: 'Language of the envelope. Pages follow the visitor' }),
};

const Change = z.object({
  name: orNothing(Settings.name),
  cap: Settings.cap.optional(),
  ends_at: Settings.ends_at.optional(),
  once_per_address: Settings.once_per_address.nullish(),
  domains: Settings.domains.nullish(),
  fields: Settings.fields.nullish(),
  fields_signed: Settings.fields_signed.nullish(),
  brand_key: Settings.brand_key.optional(),
  locale: Settings.locale.optional(),
  recipients: z.array(Recipient).max(LIMITS.recipients).nullish().meta({
    description: "People of the template's other roles. A role that has nobody here nor in the template is refused",
  }),
});

export const NewTemplateLink = Change.extend({
  role_name: KnownRoleName.nullish().meta({
    description: "The visitor's role: one of the first to act. The first one unless given",
  }),
}).meta({ id: 'TemplateLinkInput' });
export type NewTemplateLink = z.output<typeof NewTemplateLink>;

export const TemplateLinkChange = Change.extend({
  ended: z.boolean().nullish().meta({ description: 'True ends the link, false opens it again' }),
}).meta({ id: 'TemplateLinkChange', description: 'Members that are left out stay as they are' });
export type TemplateLinkChange = z.output<typeof TemplateLinkChange>;

export const SignedAddressInput = z
  .object({
    values: z
      .record(FieldName, z.string().max(2000))
      .refine((values) => Object.keys(values).length <= MOST_FIELDS, `at most ${MOST_FIELDS} are allowed`)
      .meta({ description: 'Values by names of fields, as a visitor would type or choose them' }),
    expires_at: orNothing(z.iso.datetime({ offset: true })).meta({
      description: 'Until when the address can be used; for good unless given',
    }),
  })
  .meta({ id: 'SignedAddressInput' });
export type SignedAddressInput = z.output<typeof SignedAddressInput>;

const Prefill = z
  .string()
  .max(6000)
  .meta({ description: 'The query of the address that the visitor opened, as it stands there, without the `?`' });

export const CodeRequest = z
  .object({
    email: Email,
    first_name: orNothing(Name),
    last_name: orNothing(Name),
    prefill: orNothing(Prefill),
    locale: orNothing(Locale),
  })
  .meta({ id: 'TemplateLinkCodeRequest' });
export type CodeRequest = z.output<typeof CodeRequest>;

export const LinkConfirmation = CodeRequest.extend({
  code: secretMember(
    z.string().trim().min(1, 'must not be empty').max(100).meta({
      description: 'The digits of the mail, or the secret of its button',
    }),
  ),
  timezone: orNothing(Timezone),
}).meta({ id: 'TemplateLinkConfirmation' });
export type LinkConfirmation = z.output<typeof LinkConfirmation>;
