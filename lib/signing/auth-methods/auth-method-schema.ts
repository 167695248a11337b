import * as z from 'zod';
import { Id, legible, MobilePhone, orNothing } from '../../base/common-schema.ts';
import { AUTH_METHODS } from '../../storage/records/envelope.ts';

export const ShortText = (max: number) => orNothing(legible(z.string().trim().max(max)));

export const LastFour = orNothing(z.string().regex(/^\d{4}$/, 'must be four digits'));

/** A claim of an identity token, with the value that it must have. */
export const IdentityClaim = z
  .object({
    name: z.string().regex(/^[\w:./-]{1,100}$/, 'must be the name of a claim, like `sub` or `employee_number`'),
    value: legible(z.string().trim().min(1, 'must not be empty').max(255)),
  })
  .meta({ id: 'IdentityClaim' });

/** Settings of a recipient's verification. */
export const VerificationDetails = {
  auth_methods: z
    .array(
      z
        .enum(AUTH_METHODS)
        .refine((method) => method !== 'id', 'verification by an identity document (id) is not available here'),
    )
    .refine((methods) => new Set(methods).size === methods.length, 'no method may be given twice')
    .nullish()
    .meta({
      description:
        'What the recipient has to pass, in this order, before anything of the documents is shown. `passkey` comes last wherever it ' +
        'stands: at the submit a key of the recipient’s device signs all that the signature binds. So does `csc`: at the submit the recipient signs the ' +
        'documents with an own certificate at the `trust_service`',
    }),
  passcode: orNothing(z.string().trim().max(64)).meta({
    description: 'For the method `passcode`: you give it to the recipient. Only you can read it again',
  }),
  phone_auth: orNothing(MobilePhone).meta({
    description: 'Of the method `sms`: where codes are sent; kept as E.164',
  }),
  identity_provider: orNothing(Id).meta({
    description:
      'Of the method `oidc`: one of the identity providers that your organization has registered for recipients',
  }),
  identity_claim: IdentityClaim.nullish().meta({
    description:
      'Of the method `oidc`: the claim that tells the recipient there. Without it, the address that the provider states must ' +
      'be the `email` of the recipient, and it must say that it is verified',
  }),
  trust_service: orNothing(Id).meta({
    description:
      'Of the method `csc`: the trust service with the recipient’s certificate, one of `GET /v2/organizations/{organization_id}/trust-services`',
  }),
  address: ShortText(200),
  city: ShortText(100),
  state: ShortText(100),
  zip: ShortText(20),
  dob: ShortText(40).meta({
    description:
      "For the method `kba`: the recipient's date of birth. The bureau compares it, the address and `ssn_last_4` with its records",
  }),
  ssn_last_4: LastFour.meta({ description: 'Never shown to anybody, and deleted after the check' }),
};
