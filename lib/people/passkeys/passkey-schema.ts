import * as z from 'zod';
import { Id, Name, Timestamp } from '../../base/common-schema.ts';

/** A passkey as its owner sees it. */
export const Passkey = z
  .object({
    id: Id,
    name: Name,
    synced: z.boolean().meta({ description: "True if it was copied to the person's other devices" }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    counter_behind_at: Timestamp.nullable().meta({
      description: 'When its count of signatures last went back, as that of a copied key does; null if it never did',
    }),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

const Known = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) });
const Challenge = z.string().meta({ description: 'Good for one answer, within five minutes' });
const Timeout = z.int().meta({ description: 'Milliseconds' });

/** Options of `navigator.credentials.create()`, in JSON (WebAuthn 3, 5.1.8). */
export const PasskeyCreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: Challenge,
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: Timeout,
    excludeCredentials: z.array(Known),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`' });
export type PasskeyCreationOptions = z.output<typeof PasskeyCreationOptions>;

/** Options of `navigator.credentials.get()`, in JSON. */
export const PasskeyRequestOptions = z
  .object({
    challenge: Challenge,
    rpId: z.string(),
    timeout: Timeout,
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(Known).meta({ description: 'Empty where any passkey of the browser will do' }),
  })
  .meta({ id: 'PasskeyRequestOptions', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`' });
export type PasskeyRequestOptions = z.output<typeof PasskeyRequestOptions>;
