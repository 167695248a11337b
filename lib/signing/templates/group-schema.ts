import * as z from 'zod';
import { Timestamp } from '../../base/common-schema.ts';

/** Member of a recipient or a role that is a group with a shared mailbox. */
export const GroupDetails = {
  shared: z.boolean().nullish().meta({
    description:
      'True for a group with a shared mailbox, whose name and address these are: whoever of it comes first says the own name, and signs for the group',
  }),
};

/** The same in an answer about an envelope. */
export const GroupAnswered = {
  shared: z.boolean(),
  group_name: z.string().nullable().meta({
    description: 'Name of the group; `first_name` and `last_name` are those of whoever has it. Null for one person',
  }),
  held_since: Timestamp.nullable().meta({
    description: 'Time at which somebody of the group took it; null while nobody has it',
  }),
  holds: z.boolean().optional().meta({
    description: 'Only for the recipient: false while this session must first take it for the group (`POST …/name`)',
  }),
};
