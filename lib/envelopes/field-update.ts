import { timestamp } from '../clock.ts';
import { fitsValidator } from '../fields/validators.ts';
import { readValue } from '../fields/values.ts';
import { fileKeys } from '../files/keys.ts';
import { putFile } from '../files/store.ts';
import { newId, sha256 } from '../ids.ts';
import type { Caller } from '../operation/caller.ts';
import type { UploadedFile } from '../operation/contract.ts';
import { fail, invalid } from '../operation/errors.ts';
import { type BlockItem, type BlockKind, blockKey } from '../signatures/store.ts';
import { setting } from '../table/changes.ts';
import { ConditionFailed, getItems, type Key, transact, type Write } from '../table/client.ts';
import { envelopeFieldKey, envelopeImageKey, envelopeKey, recipientKey } from '../table/keys.ts';
import { CarriedOut } from '../table/once.ts';
import { isVerified } from '../verification/steps.ts';
import { isOwner, maySee } from './access.ts';
import type { EnvelopeItem, FieldItem, ImageItem, RecipientItem } from './items.ts';
import { isActing, isOpen, isOverdue } from './lifecycle.ts';
import { currentField } from './store.ts';
import { withoutMarks } from './values.ts';

/** What is asked of a field: the parameters of both of its routes (specification 4.10). */
export interface FieldUpdate {
  envelope_id: string;
  field_name: string;
  role_name: string;
  value: unknown;
  prepared: boolean;
  /** The part `document` of a form: an attachment. A form without it takes the attachment away. */
  file?: UploadedFile;
  isForm: boolean;
}

const LARGEST_ATTACHMENT = 10 * 1024 * 1024;

/**
 * Sets a field's value and answers the field with the images that it shows. Two calls: one read of everything that
 * decides, one transaction of the field with the check that its recipient may still act. The header is not touched, so
 * recipients who fill fields at the same time never wait for each other.
 */
export const updateField = async (
  caller: Caller,
  update: FieldUpdate,
): Promise<{ field: FieldItem; images: ImageItem[] }> => {
  const { envelope, recipient, field, block } = await readDeciding(caller, update);
  checkMayFill(caller, envelope, recipient, field, update);
  const { changed, off = [], image } = await newValue(caller, field, update, block);
  const filled: FieldItem = { ...field, ...changed };
  const next = isOwner(caller, envelope)
    ? { ...filled, prepared: update.prepared, prepared_value: filled.value }
    : filled;
  await write(recipient, next, off, image, caller);
  return { field: next, images: image ? [image] : [] };
};

interface Deciding {
  envelope: EnvelopeItem;
  recipient: RecipientItem;
  field: FieldItem;
  block: BlockItem | undefined;
}

const readDeciding = async (caller: Caller, update: FieldUpdate): Promise<Deciding> => {
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
  if (!recipient || (caller.kind === 'signer' && caller.role_name !== role_name)) return fail('recipient_not_found');
  // Before it is said whether there is such a field.
  if (caller.kind === 'signer' && isActing(recipient) && !isVerified(recipient)) {
    return fail(recipient.agreed ? 'verification_needed' : 'not_agreed');
  }
  if (!field || field.role_name !== role_name) return fail('field_not_found');
  const block = field.type === 'signature' ? signature : initials;
  return { envelope, recipient, field: currentField(field, [recipient]), block };
};

const KINDS: readonly BlockKind[] = ['signature', 'initial'];

const checkMayFill = (
  caller: Caller,
  envelope: EnvelopeItem,
  recipient: RecipientItem,
  field: FieldItem,
  { prepared }: FieldUpdate,
): void => {
  if (!isOpen(envelope)) fail('envelope_ended', { status: envelope.status });
  if (isOverdue(envelope, timestamp())) fail('envelope_ended', { status: 'expired' });
  if (caller.kind === 'user') {
    if (!isOwner(caller, envelope)) fail('not_the_owner');
    if (!prepared) invalid('prepared', 'must be true: the owner prepares fields, only the recipient fills them');
    if (recipient.status !== 'pending' && recipient.status !== 'invited') {
      fail('recipient_not_acting', { status: recipient.status });
    }
    if (field.type === 'signature' || field.type === 'initial') {
      invalid('value', 'only the recipient can sign or initial');
    }
    return;
  }
  if (recipient.status === 'pending') fail('not_your_turn');
  if (!isActing(recipient)) fail('recipient_not_acting', { status: recipient.status });
  if (!recipient.agreed) fail('not_agreed');
  if (field.readonly) fail('field_readonly', { field: field.name });
};

interface NewValue {
  changed: Partial<FieldItem>;
  off?: readonly string[];
  image?: ImageItem;
}

const newValue = async (
  caller: Caller,
  field: FieldItem,
  update: FieldUpdate,
  block: BlockItem | undefined,
): Promise<NewValue> => {
  if (field.type === 'attachment') return attachmentValue(field, update);
  if (update.isForm && update.file) return invalid('document', `${field.name} is no attachment field`);
  if (field.type === 'signature' || field.type === 'initial') return blockValue(caller, field, update.value, block);
  const read = readValue(field, asGiven(update.value));
  if ('problem' in read) return invalid('value', read.problem);
  if (read.value !== null && !fitsValidator(field.validator, read.value)) {
    return invalid('value', `must be a valid ${field.validator}`);
  }
  return { changed: { value: read.value }, off: field.type === 'radio' && read.value === 'true' ? field.siblings : [] };
};

const LONGEST_VALUE = 10_000;

const asGiven = (value: unknown): string | boolean | null => {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    return invalid('value', 'must be a string, or a boolean for checkboxes and radio buttons');
  if (value.length > LONGEST_VALUE) return invalid('value', `at most ${LONGEST_VALUE} characters are allowed`);
  return value;
};

const blockValue = (caller: Caller, field: FieldItem, value: unknown, block: BlockItem | undefined): NewValue => {
  const settings = withoutMarks(field.settings);
  if (value === null || value === '' || value === undefined) {
    return { changed: { value: null, settings, signed_by: null } };
  }
  const kind = field.type === 'signature' ? 'signature' : 'initials';
  if (!isUuid(value)) return invalid('value', `must be the UUID of a ${kind} block, or null to clear it`);
  if (!block || block.profile_id !== caller.profile_id) return invalid('value', `there is no such ${kind} block`);
  return {
    changed: {
      value: field.type === 'signature' ? 'signed' : 'initialed',
      settings: { ...settings, signature_id: value, signed_at: timestamp() },
      signed_by: caller.profile_id,
    },
    image: { ...envelopeImageKey(field.envelope_id, value), id: value, image: block.image },
  };
};

const attachmentValue = async (field: FieldItem, { file, isForm, value }: FieldUpdate): Promise<NewValue> => {
  const settings = withoutMarks(field.settings);
  const clears = isForm || value === null || value === '';
  if (!file && clears) return { changed: { value: null, settings } };
  if (!file) return invalid('document', 'an attachment is sent as a form with the file in the part `document`');
  if (file.bytes.length === 0) return invalid('document', 'the file is empty');
  if (file.bytes.length > LARGEST_ATTACHMENT) return invalid('document', 'at most 10 MB are allowed');
  const at = fileKeys.attachment(field.organization_id, field.envelope_id, field.name, newId());
  await putFile(at, file.bytes, 'application/octet-stream');
  return {
    changed: {
      value: 'attached',
      settings: {
        ...settings,
        name: file.name,
        size: file.bytes.length,
        mime: file.mime,
        sha256: sha256(file.bytes),
        file: at,
      },
    },
  };
};

const write = async (
  recipient: RecipientItem,
  field: FieldItem,
  off: readonly string[],
  image: ImageItem | undefined,
  caller: Caller,
): Promise<void> => {
  const { value, settings, prepared, signed_by, round, prepared_value } = field;
  const writes: Write[] = [
    {
      // Counting the change makes a submit that was decided on other values fail and decide anew.
      update: { pk: recipient.pk, sk: recipient.sk },
      UpdateExpression: 'ADD revision :one',
      ConditionExpression: `#round = :round AND ${
        caller.kind === 'signer' ? '#status IN (:a, :b, :c) AND agreed = :true' : '#status IN (:a, :b)'
      }`,
      ExpressionAttributeNames: { '#round': 'round', '#status': 'status' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':round': round,
        ...(caller.kind === 'signer'
          ? { ':a': 'invited', ':b': 'opened', ':c': 'signed', ':true': true }
          : { ':a': 'pending', ':b': 'invited' }),
      },
    },
    {
      update: { pk: field.pk, sk: field.sk },
      ...setting({ value, settings, prepared, signed_by, round, prepared_value }),
    },
    ...off.map(
      (name): Write => ({ update: envelopeFieldKey(field.envelope_id, name), ...setting({ value: 'false', round }) }),
    ),
    ...(image ? [{ put: image }] : []),
  ];
  try {
    await transact(writes);
  } catch (error) {
    if (error instanceof CarriedOut) return;
    if (error instanceof ConditionFailed) fail('recipient_not_acting', { status: 'no longer acting' });
    throw error;
  }
};

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
