import * as z from 'zod';
import { Timestamp } from '../../base/common-schema.ts';

/** Member of a recipient or a role that reviews what others have signed. */
export const ReviewDetails = {
  may_send_back: z.boolean().nullish().meta({
    description:
      'True if this recipient may send the envelope back, with a comment, to those who signed or approved before (`POST …/send-back`). Somebody must act before',
  }),
};

/** The same in an answer about an envelope. */
export const ReviewAnswered = {
  may_send_back: z.boolean(),
  sent_back: z
    .object({
      by: z.string().meta({ description: 'Role of whoever sent it back' }),
      name: z.string(),
      reason: z.string().meta({ description: 'The comment' }),
      at: Timestamp,
    })
    .nullable()
    .meta({
      description:
        'Only for the recipient, once verified, and the sender: set while the recipient is asked again, because the envelope was sent back. Values are still filled in; signatures and initials are given anew',
    }),
};
