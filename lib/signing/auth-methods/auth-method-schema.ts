import * as z from 'zod';
import { legible, MobilePhone, orNothing } from '../../base/common-schema.ts';
import { AUTH_METHODS } from '../../storage/records/envelope.ts';

export const ShortText = (max: number) => orNothing(legible(z.string().trim().max(max)));

export const LastFour = orNothing(z.string().regex(/^\d{4}$/, 'must be four digits'));

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
        'stands: at the submit a key of the recipient’s device signs all that the signature binds',
    }),
  passcode: orNothing(z.string().trim().max(64)).meta({
    description: 'For the method `passcode`: you give it to the recipient. Only you can read it again',
  }),
  phone_auth: orNothing(MobilePhone).meta({
    description: 'Of the method `sms`: where codes are sent; kept as E.164',
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
