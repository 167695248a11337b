import * as z from 'zod';
import { Timestamp } from '../../base/common-schema.ts';
import { PasskeyCreationOptions, PasskeyRequestOptions } from '../../people/passkeys/passkey-schema.ts';
import { MEANINGS } from '../envelopes/rules/meanings.ts';

/** The statement that a passkey is asked to sign, and options for the browser. */
export const PasskeyStatement = z
  .object({
    time: Timestamp,
    meaning: z.enum(MEANINGS),
    statement: z.record(z.string(), z.unknown()).meta({
      description: 'What is signed: the challenge is the SHA-256 of its canonical JSON (RFC 8785)',
    }),
    request: PasskeyRequestOptions.nullable().meta({
      description: 'For a passkey that the owner of the mailbox has here; null if there is none',
    }),
    creation: PasskeyCreationOptions,
  })
  .meta({
    id: 'PasskeyStatement',
    description:
      'What a passkey is asked to sign. `creation` is for a new one, which then signs for the same challenge, with its id alone in `allowCredentials`',
  });
export type PasskeyStatement = z.output<typeof PasskeyStatement>;
