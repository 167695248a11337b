import * as z from 'zod';
import { SIGNATURE_MEANINGS } from '../../storage/records/envelope.ts';

const SignatureMeaning = z.enum(SIGNATURE_MEANINGS).meta({
  id: 'SignatureMeaning',
  description: '`sign`: “I sign”, `approve`: “I approve”, `review`: “I have reviewed”',
});

/** Member of a recipient or a role that says what its signature means. */
export const MeaningDetails = {
  signature_meaning: SignatureMeaning.nullish().meta({
    description:
      'The meaning that pages, statement and certificate of completion give the signature. Without it, a signer signs and an approver approves. Not for recipients of a copy',
  }),
};

/** The same in an answer. */
export const MeaningAnswered = {
  signature_meaning: SignatureMeaning.nullable().meta({
    description: 'The chosen meaning of the signature; null where the type says it',
  }),
};

/** The reason why a recipient of a copy can have none; goes on from the member's name. */
export const MEANS_NOTHING = 'is for who signs or approves';
