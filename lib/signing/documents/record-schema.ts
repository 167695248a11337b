import * as z from 'zod';
import { Timestamp } from '../../base/common-schema.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The document of record, as the audit trail and the verification of a sealed file show it. */
export const RecordAnswer = {
  sha256: Hash.meta({
    description: 'Of the document of record: the one file that pages are shown, stamped and sealed from',
  }),
  size: z.int().meta({
    description:
      'Bytes of the document of record. The sealed file begins with it: `head -c SIZE sealed.pdf | sha256sum`',
  }),
  sent_sha256: Hash.meta({
    description: 'Of the file as it was sent; the same where it is the document of record',
  }),
  sent_size: z.int().meta({ description: 'Bytes of the file as it was sent' }),
  rewritten: z
    .array(z.string())
    .meta({ description: 'Why the document of record is not the file that was sent; empty where it is' }),
  signatures: z
    .array(
      z.object({
        field: z.string().meta({ description: 'Name of the signature field in the file' }),
        kind: z.enum(['signature', 'timestamp']),
        signer: z.string().meta({ description: 'Name in its certificate, which is not checked against a list' }),
        signed_at: Timestamp.nullable(),
        is_proven: z.boolean().meta({ description: 'True if a time-stamp authority states the time' }),
        permits: z.enum(['signing', 'filling']).meta({
          description:
            'signing: fields may be placed on the pages. filling: it certifies the document, so that no page may get a new field, and its own form may be filled in',
        }),
      }),
    )
    .optional()
    .meta({
      description:
        'Signatures that the document had when it was sent: each was valid for what it covers. Absent where it had none',
    }),
};

export type RecordAnswer = z.output<z.ZodObject<typeof RecordAnswer>>;
