import * as z from 'zod';
import { Email, Locale, MobilePhone, Name, orNothing, Timestamp, Timezone } from '../../base/common-schema.ts';
import type { FailureCode } from '../../base/errors.ts';
import { LONGEST_TEXT } from '../../fields/texts/text-limits.ts';
import { NewCredential, SignedCredential } from '../../people/passkeys/passkey-input-schema.ts';
import { ACT_ERRORS } from '../envelopes/envelope-schema.ts';

/** Failures of every way to submit. */
export const SUBMIT_ERRORS = [
  ...ACT_ERRORS,
  'not_agreed',
  'verification_needed',
  'fields_missing',
  'naming_needed',
] as const satisfies readonly FailureCode[];

/** Most fields of an envelope. */
const MOST = 1000;
const Names = z.array(z.string().max(150)).max(MOST);

const RulesSeen = z
  .object({
    hidden: Names.meta({ description: 'Names of the fields that were not shown: their `rule.shown` is false' }),
    required: Names.meta({ description: 'Names of the fields that were shown and required: their `required` is true' }),
    computed: z
      .array(z.object({ field: z.string().max(150), value: z.string().max(LONGEST_TEXT).nullable() }))
      .max(MOST)
      .meta({ description: 'Values of the fields that were shown with `rule.computed`; null where there was none' }),
  })
  .meta({ id: 'RulesSeen' });

const Seen = {
  rules_seen: RulesSeen.nullish().meta({
    description: [
      "What the page had shown of the recipient's own fields, where they have rules. The submit is refused with",
      '`rules_changed` if the rules show, require or compute something else by now, because another recipient has',
      'submitted meanwhile. The audit trail says that it was stated. Without it nothing is compared, and the trail says',
      'what the rules gave, not what a page had shown',
    ].join(' '),
  }),
};

const Named = {
  named: z
    .array(
      z
        .object({
          role_name: z.string().max(200),
          first_name: Name,
          last_name: orNothing(Name).transform((name) => name ?? ''),
          email: orNothing(Email).transform((email) => email ?? ''),
          phone: orNothing(MobilePhone).transform((phone) => phone ?? null),
        })
        .meta({ id: 'NamedPerson' }),
    )
    .max(15)
    .nullish()
    .meta({
      description:
        'The persons whom this recipient puts in: one for each recipient whose `named_by` is this role and who has no name yet. They are bound by the ' +
        'signature, and asked to act at their turn. Refused with `naming_needed` while one is missing',
    }),
};

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
  ...Seen,
  ...Named,
  passkey: PasskeyAnswer.nullish().meta({
    description:
      'For a recipient with the method `passkey`: its signature of the statement of `POST …/submit/passkey`, with the same `locale`, `timezone`, `rules_seen` and `named`',
  }),
});
export type SubmitBody = z.output<typeof SubmitBody>;

export const PasskeyStart = z.object({
  ...Place,
  ...Seen,
  ...Named,
  origin: z.string().max(300).nullish().meta({
    description: "Origin of the signing page, `location.origin`; the platform's without it",
  }),
});
export type PasskeyStart = z.output<typeof PasskeyStart>;
