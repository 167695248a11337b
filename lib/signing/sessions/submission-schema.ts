import * as z from 'zod';
import { Locale, orNothing, Timestamp, Timezone } from '../../base/common-schema.ts';
import { NewCredential, SignedCredential } from '../../people/passkeys/passkey-input-schema.ts';

const Place = { locale: orNothing(Locale), timezone: orNothing(Timezone) };

const PasskeyAnswer = z
  .object({
    time: Timestamp.meta({ description: 'The `time` of the answer that the passkey signs for' }),
    credential: SignedCredential,
    created: NewCredential.nullish().meta({
      description: 'The new passkey, where `credential` is one that was made just now with `creation`',
    }),
  })
  .meta({ id: 'SigningPasskey' });
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

export const SubmitBody = z.object({
  ...Place,
  passkey: PasskeyAnswer.nullish().meta({
    description:
      'For a recipient with the method `passkey`: its signature of the statement of `POST …/submit/passkey`, with the same `locale` and `timezone`',
  }),
});
export type SubmitBody = z.output<typeof SubmitBody>;

export const PasskeyStart = z.object({
  ...Place,
  origin: z.string().max(300).nullish().meta({
    description: "Origin of the signing page, `location.origin`; the platform's without it",
  }),
});
export type PasskeyStart = z.output<typeof PasskeyStart>;
