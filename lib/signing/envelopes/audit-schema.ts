import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { LEVEL_REASONS } from '../../pdf/trust/levels.ts';
import { AUTH_METHODS } from '../../storage/records/envelope.ts';
import { IdentityClaim } from '../auth-methods/auth-method-schema.ts';
import { RecordAnswer } from '../documents/record-schema.ts';
import { ChainEvent } from './envelope-schema.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

const REASONS = [
  'Why the level is below B-LTA. no_authority: no time-stamp authority is configured. no_answer: none answered yet.',
  'no_revocation_data: a certificate offers none, such as one that is self-signed. no_revocation_answer: it could not be',
  'had yet. revoked: a certificate is revoked.',
].join(' ');

const AuditEvent = z
  .object({
    id: Id,
    envelope_id: Id,
    sequence: z.int(),
    created_at: Timestamp,
    event: ChainEvent,
    role_name: z.string(),
    event_detail: z.string(),
    actor: z.object({
      type: z.enum(['user', 'signer', 'system']),
      id: z.string().nullable(),
      email: z.string().nullable(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      session: z
        .string()
        .optional()
        .meta({
          description:
            'The signing session, where the recipient has methods of verification. What was passed in it counts for what was ' +
            'signed in it, and for nothing else',
        }),
      client: z
        .object({ kind: z.enum(['api_key', 'oauth_app']), id: z.string(), name: z.string() })
        .optional()
        .meta({ description: 'The API key or application (an agent is one) through which the user acted' }),
    }),
    data: z.record(z.string(), z.unknown()),
    previous_hash: Hash,
    hash: Hash,
  })
  .meta({ id: 'AuditEvent' });

export const Audit = z
  .object({
    envelope_id: Id,
    algorithm: z.literal('SHA-256'),
    canonicalization: z.literal('RFC 8785'),
    genesis: Hash.meta({ description: 'What the first event follows' }),
    head: Hash,
    count: z.int(),
    intact: z.boolean().meta({ description: "Result of the platform's own check of the chain" }),
    events: z.array(AuditEvent),
    recipients: z.array(
      z.object({
        role_name: z.string(),
        name: z.string(),
        email: z.string(),
        status: z.string(),
        authentication: z.array(z.string()),
        verifications: z
          .array(
            z.object({
              method: z.enum(AUTH_METHODS),
              proof: z.string(),
              name: z.string().meta({ description: 'Of the recipient, as it was then' }),
              address: z.string().nullable().meta({ description: 'The address or phone number that was used' }),
              at: Timestamp,
              issuer: z.string().optional().meta({
                description:
                  'Of the method `oidc`: the identity provider; `subject` is the person there, `claim` what the sender demanded',
              }),
              subject: z.string().optional(),
              claim: IdentityClaim.optional(),
            }),
          )
          .meta({
            description:
              "Verification steps passed in the session that signed, declined or delegated, with the recipient's " +
              'name at that time. Until then, those of the session that passed a step last. The events have the ' +
              'steps of other sessions',
          }),
        ip: z.string().nullable(),
        user_agent: z.string().nullable(),
        opened_at: Timestamp.nullable(),
        disclosures_accepted_at: Timestamp.nullable(),
        submitted_at: Timestamp.nullable(),
      }),
    ),
    documents: z.array(
      z.object({
        id: Id,
        name: z.string(),
        type: z.string(),
        ...RecordAnswer,
        sealed_sha256: Hash.nullable().meta({ description: 'Of the document as it was sealed first' }),
        sealed_size: z.int().nullable().meta({
          description: 'Bytes of that file. Every later file begins with it: `head -c SIZE renewed.pdf | sha256sum`',
        }),
        seal_level: z.string().nullable().meta({
          description: 'PAdES level reached: B-B, B-T (with a time-stamp), B-LT (validation data, too), or B-LTA',
        }),
        seal_reason: z.enum(LEVEL_REASONS).nullable().meta({ description: REASONS }),
        seal_detail: z.string().nullable().meta({ description: 'The reason in words, with what servers answered' }),
        renewals: z
          .array(z.object({ sha256: Hash, size: z.int(), level: z.string(), created_at: Timestamp }))
          .meta({ description: 'Later files, which only append to the seal; the last one is the file that is served' }),
      }),
    ),
    rule_values: z
      .array(z.object({ field: z.string(), value: z.string() }))
      .optional()
      .meta({
        description:
          'The values that rules between fields have read, of all who have submitted. `envelope:created` binds the rules, ' +
          '`recipient:signed` the hashes of these values and what the rules had shown, so that anybody can replay them. ' +
          'Absent without such values',
      }),
  })
  .meta({ id: 'Audit', description: 'The audit trail, in a form that anyone can check' });
export type Audit = z.output<typeof Audit>;
