import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { LogProof } from '../../evidence/proof.ts';
import { REVOCATION_STATES } from '../../pdf/seal/inspect-level.ts';
import { SEAL_LEVELS } from '../../pdf/trust/levels.ts';
import { RecordAnswer } from '../documents/record-schema.ts';

const Hash = z.string().meta({ description: 'SHA-256, hexadecimal' });

export const DocumentToVerify = z
  .object({
    data: z
      .string()
      .nullish()
      .meta({ description: 'The PDF as base64 or as a data: URL, unless it is a part of a form' }),
  })
  .meta({ id: 'DocumentToVerify' });

const Seal = z
  .object({
    valid: z.boolean().meta({ description: 'True if the key of the certificate made the signature' }),
    fits: z.boolean().meta({ description: 'True if the bytes that it covers are those that were signed' }),
    covers_whole_file: z.boolean().meta({
      description:
        'True if nothing was added, except validation data and document time-stamps as this platform appends them',
    }),
    level: z.enum(SEAL_LEVELS).meta({
      description: [
        'PAdES baseline level, as far as the file itself proves it: B-T with a valid time-stamp, B-LT with valid revocation',
        'data for both chains up to a root, B-LTA with a document time-stamp over these. Whether the roots are trusted is up',
        'to the reader. For seals of others only B-B and B-T are told apart.',
      ].join(' '),
    }),
    revocation: z
      .object({
        state: z.enum(REVOCATION_STATES).meta({
          description: [
            'good: each certificate’s issuer says in the file that it was not revoked at that time. revoked: one was. unproven: what',
            'the file holds is about other certificates, not by their issuers, damaged, or of another time. none: it holds nothing.',
          ].join(' '),
        }),
        detail: z.string().nullable().meta({ description: 'Why it is not good, in a clause' }),
      })
      .nullable()
      .meta({
        description:
          'What the OCSP responses and CRLs in the file say of the certificates of the seal and of its time; null for seals of others',
      }),
    claimed_at: Timestamp.nullable().meta({ description: 'When it was made, as its maker states' }),
    reason: z.string().nullable(),
    timestamp: z
      .object({ time: Timestamp, authority: z.string() })
      .nullable()
      .meta({ description: 'A moment at which it existed already, as a time-stamp authority says' }),
    archive_timestamps: z
      .array(z.object({ time: Timestamp, authority: z.string() }))
      .meta({ description: 'Valid document time-stamps over the seal and its validation data, the oldest first' }),
    certificate: z.object({
      subject: z.string(),
      issuer: z.string(),
      serial_number: z.string(),
      valid_from: Timestamp,
      valid_to: Timestamp,
      sha256: Hash,
    }),
  })
  .meta({ id: 'Seal' });

const Signature = z
  .object({
    field: z.string().meta({ description: 'Name of its field in the file; empty if its form names it no more' }),
    signer: z.string().meta({ description: 'Name in its certificate, which is not checked against a list' }),
    issuer: z.string().meta({ description: 'Name of the issuer in its certificate' }),
    level: z.enum(SEAL_LEVELS).meta({
      description: [
        'PAdES baseline level, as far as the file itself proves it. Above B-T it is found only of signatures that an intact seal of',
        'this platform keeps',
      ].join(' '),
    }),
    claimed_at: Timestamp.nullable().meta({ description: 'When it was made, as its maker states' }),
    proven_at: Timestamp.nullable().meta({ description: 'When it existed already, as a time-stamp authority says' }),
    intact: z.boolean().meta({ description: 'True if it is valid for exactly the bytes that it covers' }),
    ours: z.boolean().meta({ description: 'True if the key of this platform made it' }),
    covers_whole_file: z.boolean().meta({ description: 'True if nothing came after it' }),
    later: z.array(z.string()).meta({
      description:
        'Fields of the signatures and document time-stamps that came after it. `/verify` says whether anything else did',
    }),
  })
  .meta({ id: 'FileSignature' });

export const Verification = z
  .object({
    verdict: z.enum(['intact', 'changed', 'foreign', 'unsealed']).meta({
      description: [
        'intact: sealed here, and not changed since. changed: it has a seal of this platform and is not what was',
        'sealed: something was changed or added since, or the seal comes from elsewhere.',
        'foreign: signed, but not by this platform. unsealed: not signed at all, or not so that it can be checked.',
      ].join(' '),
    }),
    summary: z.string().meta({ description: 'The verdict in a sentence' }),
    ours: z.boolean().meta({
      description: 'True if it contains, byte for byte, a file that was sealed here; if it is intact, it is that file',
    }),
    unchanged: z.boolean().nullable().meta({ description: 'Since the seal or signature was made; null without one' }),
    sha256: Hash.meta({ description: 'SHA-256 of the file, hexadecimal' }),
    size: z.int().meta({ description: 'Bytes' }),
    seal: Seal.nullable(),
    signatures: z.array(Signature).meta({
      description: 'All signatures of the file, the first made first; document time-stamps are not among them',
    }),
    document: z
      .object({
        envelope_id: Id,
        document_id: Id,
        name: z.string(),
        record: z
          .object(RecordAnswer)
          .meta({ description: 'The document of record, with which the sealed file begins' }),
        sealed_sha256: Hash.nullable().meta({
          description: 'Of the document as it was sealed first, as the certificate of completion prints it',
        }),
        sealed_size: z.int().meta({
          description: 'Bytes of that file, with which this one begins: `head -c SIZE sealed.pdf | sha256sum`',
        }),
        completed_at: Timestamp,
        certificate_chain_head: Hash.nullable().meta({
          description: 'The chain head that the certificate of completion prints; null where it was not kept',
        }),
        certificate_event_count: z.int().nullable().meta({ description: 'How many events the certificate prints' }),
        chain_head: Hash.meta({ description: "Hash of the latest event in the envelope's audit trail, as it is now" }),
        event_count: z.int().meta({ description: 'How many events the audit trail has now' }),
        events_since: z.int().nullable().meta({
          description:
            'How many events have followed the chain head of the certificate; the first of them is the sealing',
        }),
      })
      .nullable()
      .meta({ description: 'Where exactly this file was sealed here' }),
    deleted: z
      .object({
        reason: z.enum(['retention']).meta({ description: 'retention: the time for which it was to be kept was over' }),
        envelope_id: Id,
        document_id: Id,
        deleted_at: Timestamp,
        completed_at: Timestamp.nullable().meta({ description: 'When the last recipient had submitted' }),
        chain_head: Hash.meta({ description: 'Last hash of the audit trail, which the log has as a tombstone' }),
        event_count: z.int().meta({ description: 'How many events the audit trail had' }),
      })
      .nullable()
      .meta({
        description: "What the platform keeps of this file's envelope after its deletion; null if it was not deleted",
      }),
    log: z
      .object({
        state: z.enum(['included', 'pending']).meta({
          description: 'pending: the file was sealed here a moment ago, and will be in the log in about a minute',
        }),
        proof: LogProof.nullable(),
      })
      .nullable()
      .meta({
        description: 'The proof that the log has this file; null for a file that was not sealed here, byte for byte',
      }),
  })
  .meta({ id: 'Verification' });
export type Verification = z.output<typeof Verification>;
