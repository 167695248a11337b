import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';

/** A passkey with which the owner of a mailbox signs. */
export const MailboxPasskey = z
  .object({
    id: Id,
    synced: z.boolean().meta({ description: "True if it was copied to the person's other devices" }),
    created_at: Timestamp,
  })
  .meta({ id: 'MailboxPasskey', description: 'A passkey that was made for a mailbox at a signing' });
export type MailboxPasskey = z.output<typeof MailboxPasskey>;
