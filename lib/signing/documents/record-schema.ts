import * as z from 'zod';

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
};

export type RecordAnswer = z.output<z.ZodObject<typeof RecordAnswer>>;
