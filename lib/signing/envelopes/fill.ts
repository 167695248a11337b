import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { ConditionFailed, getItems, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { envelopeFieldKey, envelopeKey, recipientKey } from '../../storage/keys.ts';
import { CarriedOut } from '../../storage/once.ts';
import { type BlockItem, type BlockKind, blockKey } from '../signatures/store.ts';
import { maySee } from './access.ts';
import { fieldWrite } from './commit.ts';
import { currentField } from './current.ts';
import { type FieldUpdate, filledWith, isUuid, type NewValue, newValue } from './field-value.ts';
import type { EnvelopeItem, FieldItem, ImageItem, RecipientItem } from './items.ts';
import { demandMayFill, mayStillFill } from './may-act.ts';
import { demandRoom, grownBy, shareOf } from './size.ts';

/** How often filling is decided anew because the recipient changed something else at the same moment. */
const TRIES = 5;

/**
 * The recipient fills a field. Two calls: one read of everything that decides, one transaction of the field with the check
 * that its recipient may still act. The header is not touched, so recipients who fill fields at the same time never wait
 * for each other.
 */
export const fillField = async (
  caller: SignerCaller,
  update: FieldUpdate,
): Promise<{ field: FieldItem; images: ImageItem[] }> => {
  let made: NewValue | undefined;
  for (let tries = 1; ; tries++) {
    const { envelope, recipient, field, block } = await readDeciding(caller, update);
    if (field.readonly) fail('field_readonly', { field: field.name });
    made ??= await newValue(caller, field, update, block);
    const filled = filledWith(field, made, recipient);
    const grown = grownBy(field, filled);
    const share = shareOf(envelope);
    demandRoom(recipient, grown, share);
    const { image } = made;
    try {
      await transact([
        fillingWrite(recipient, grown, share),
        fieldWrite(filled),
        ...(image ? [{ put: image } satisfies Write] : []),
      ]);
    } catch (error) {
      if (error instanceof ConditionFailed) {
        // Reading again says why, unless it was only another field of the same recipient.
        if (tries < TRIES) continue;
        return fail('unavailable');
      }
      if (!(error instanceof CarriedOut)) throw error;
    }
    return { field: filled, images: image ? [image] : [] };
  }
};

/** Counting the change makes a submit that was decided on other values fail and decide anew. */
const fillingWrite = (recipient: RecipientItem, grown: number, share: number): Write => {
  const may = mayStillFill(recipient);
  const room = grown > 0 ? ' AND (attribute_not_exists(filled_bytes) OR filled_bytes <= :room)' : '';
  return {
    update: { pk: recipient.pk, sk: recipient.sk },
    UpdateExpression: 'ADD revision :one, filled_bytes :grown',
    ConditionExpression: `${may.ConditionExpression}${room}`,
    ExpressionAttributeNames: may.ExpressionAttributeNames,
    ExpressionAttributeValues: {
      ...may.ExpressionAttributeValues,
      ':one': 1,
      ':grown': grown,
      ...(grown > 0 ? { ':room': share - grown } : {}),
    },
  };
};

interface Deciding {
  envelope: EnvelopeItem;
  recipient: RecipientItem;
  field: FieldItem;
  block: BlockItem | undefined;
}

const readDeciding = async (caller: SignerCaller, update: FieldUpdate): Promise<Deciding> => {
  const { envelope_id, role_name, field_name, value } = update;
  const keys: Key[] = [
    envelopeKey(envelope_id),
    recipientKey(envelope_id, role_name),
    envelopeFieldKey(envelope_id, field_name),
  ];
  // Whether the field is one for signatures or for initials isn't known before it is read: both are looked up with it.
  if (isUuid(value)) keys.push(...KINDS.map((kind) => blockKey(kind, caller.profile_id, value)));
  const [envelope, recipient, field, signature, initials] = (await getItems(keys)) as unknown as [
    EnvelopeItem | undefined,
    RecipientItem | undefined,
    FieldItem | undefined,
    BlockItem | undefined,
    BlockItem | undefined,
  ];
  if (!envelope || !maySee(caller, envelope)) return fail('envelope_not_found');
  if (!recipient || caller.role_name !== role_name) return fail('recipient_not_found');
  // Both were read at once, but not as of one moment: the recipient may be somebody else already.
  if (caller.profile_id !== recipient.profile_id) return fail('envelope_not_found');
  // Before it is said whether there is such a field.
  demandMayFill(envelope, recipient, timestamp());
  if (!field || field.role_name !== role_name) return fail('field_not_found');
  const block = field.type === 'signature' ? signature : initials;
  return { envelope, recipient, field: currentField(field, recipient), block };
};

const KINDS: readonly BlockKind[] = ['signature', 'initial'];
