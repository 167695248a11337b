import * as z from 'zod';
import { Id, Name, orNothing } from '../../base/common-schema.ts';
import type { FailureCode } from '../../base/errors.ts';
import { AUTH_METHODS } from '../../storage/records/envelope.ts';
import { LastFour, ShortText, VerificationDetails } from '../auth-methods/auth-method-schema.ts';

const KbaAnswers = z
  .array(z.object({ type: z.string().max(100), answer: z.union([z.string().max(500), z.number()]) }))
  .min(1, 'at least one answer is required')
  .max(20);

export const VerifyBody = z
  .object({
    auth_method: z.enum(AUTH_METHODS),
    code: orNothing(z.string().trim().max(100)).meta({ description: 'The passcode, or the one-time code' }),
    resend: z.boolean().nullish().meta({ description: 'email and sms: send a new code. None is sent before' }),
    first_name: orNothing(Name),
    last_name: orNothing(Name),
    address: VerificationDetails.address,
    city: VerificationDetails.city,
    state: VerificationDetails.state,
    zip: VerificationDetails.zip,
    dob: VerificationDetails.dob,
    ssn_last_4: LastFour,
    responses: KbaAnswers.nullish().meta({ description: 'kba: answers to `kba_questions`, in their order' }),
  })
  .meta({ id: 'SignerVerification' });
export type VerifyBody = z.output<typeof VerifyBody>;

/** Failures of every step of a verification. */
const COMMON_ERRORS = [
  'envelope_not_found',
  'envelope_ended',
  'recipient_not_acting',
  'step_done',
  'not_agreed',
  'verification_out_of_turn',
  'verification_failed',
  'too_many_requests',
] as const satisfies readonly FailureCode[];

/** Failures of every step that a signing session takes. */
export const STEP_ERRORS = [...COMMON_ERRORS, 'not_your_turn'] as const satisfies readonly FailureCode[];

/** Failures of every step under `/v2/kba`, whose requests name the recipient. */
export const KBA_ERRORS = [...COMMON_ERRORS, 'recipient_not_found'] as const satisfies readonly FailureCode[];

const KbaSubject = { envelope_id: Id, role_name: z.string().min(1).max(200) };

export const KbaPath = z.strictObject(KbaSubject);
export const KbaPin = z.object({ ...KbaSubject, pin: z.string().trim().min(1).max(100) }).meta({ id: 'KbaPin' });
export const KbaResponses = z.object({ ...KbaSubject, responses: KbaAnswers }).meta({ id: 'KbaResponses' });
export const KbaIdentity = z
  .object({
    ...KbaSubject,
    identity: z.object({
      firstName: orNothing(Name),
      lastName: orNothing(Name),
      address: ShortText(200),
      city: ShortText(100),
      state: ShortText(100),
      zip: ShortText(20),
      dob: ShortText(40),
      ssnLast4: LastFour,
    }),
  })
  .meta({ id: 'KbaIdentity' });
export type KbaIdentity = z.output<typeof KbaIdentity>;

export const KbaStep = z
  .object({
    envelope_id: Id,
    role_name: z.string(),
    kba_step: z.enum(['none', 'complete', 'pin', 'identity', 'challenge', 'failed']),
    questions: z
      .array(z.object({ type: z.string(), message: z.string(), options: z.array(z.string()) }))
      .optional()
      .meta({ description: 'With `challenge`' }),
    message: z.string().optional().meta({ description: 'With `failed`' }),
  })
  .meta({ id: 'KbaStep', description: 'What the recipient has to do next to be verified' });
