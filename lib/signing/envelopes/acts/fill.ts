import { timestamp } from '../../../base/clock.ts';
import { fail } from '../../../base/errors.ts';
import { FIELD_KINDS } from '../../../fields/kinds.ts';
import { isComputed } from '../../../fields/rules/rule-fields.ts';
import { type WrittenIn, writtenFor } from '../../../fields/written.ts';
import type { SignerCaller } from '../../../people/access/caller.ts';
import { readForFilling } from '../../../storage/envelopes/read.ts';
import * as stored from '../../../storage/envelopes/write.ts';
import type { EnvelopeItem, FieldItem, ImageItem, RecipientItem } from '../../../storage/records/envelope.ts';
import type { BlockImage } from '../../../storage/records/signature.ts';
import { maySee } from '../rules/access.ts';
import { blockOwner } from '../rules/block-owner.ts';
import { currentField } from '../rules/current.ts';
import { demandMayFill, mayStillFill } from '../rules/may-act.ts';
import { demandWithinShare, grownBy, shareOf } from '../rules/size.ts';
import { type FieldUpdate, filledWith, isUuid, type NewValue, newValue } from './field-value.ts';

/**
 * The recipient fills a field. Two calls: one read of all records that decide, and one transaction of the field with
 * the check that its recipient may still act; a third for the first field that shows a picture. If the check fails,
 * another read finds the failure, unless only another field of the same recipient changed.
 */
export const fillField = (caller: SignerCaller, update: FieldUpdate): Promise<Filled> => {
  let made: NewValue | undefined;
  return stored.changeFieldRecord(async () => {
    const { envelope, recipient, field, block, hasImage } = await readDeciding(caller, update);
    if (field.readonly || isComputed(field)) fail('field_readonly', { field: field.name });
    made ??= await newValue(caller, field, update, block);
    const filled = filledWith(field, made, recipient);
    const grown = grownBy(field, filled);
    const share = shareOf(envelope);
    demandWithinShare(recipient, grown, share);
    const { image } = made;
    return {
      filling: {
        recipient,
        field: filled,
        image: hasImage ? undefined : image,
        while: mayStillFill(recipient, caller),
        grown,
        room: share - grown,
      },
      answer: { field: filled, images: image ? [image] : [], how: writtenFor(recipient, envelope) },
    };
  });
};

/** A field with its new value, the pictures that it shows, and how its recipient's values are written. */
export interface Filled {
  field: FieldItem;
  images: ImageItem[];
  how: WrittenIn;
}

interface Deciding {
  envelope: EnvelopeItem;
  recipient: RecipientItem;
  field: FieldItem;
  block: BlockImage | undefined;
  hasImage: boolean;
}

const readDeciding = async (caller: SignerCaller, update: FieldUpdate): Promise<Deciding> => {
  const { role_name, value } = update;
  const block = isUuid(value) ? { owner_id: blockOwner(caller), id: value } : undefined;
  const { envelope, recipient, field, blocks, hasImage } = await readForFilling(update, block);
  if (!envelope || !maySee(caller, envelope)) return fail('envelope_not_found');
  if (!recipient || caller.role_name !== role_name) return fail('recipient_not_found');
  // The two reads are no snapshot: the recipient may be another person already.
  if (caller.profile_id !== recipient.profile_id) return fail('envelope_not_found');
  // Checked before the answer reveals if there is such a field.
  demandMayFill(envelope, recipient, caller, timestamp());
  if (!field || field.role_name !== role_name) return fail('field_not_found');
  return {
    envelope,
    recipient,
    field: currentField(field, recipient),
    block: FIELD_KINDS[field.type].ink === 'signature' ? blocks.signature : blocks.initial,
    hasImage,
  };
};
