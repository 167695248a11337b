import { fileKeys } from '../../../aws/files/file-keys.ts';
import { putFile } from '../../../aws/files/file-store.ts';
import { safeFileName } from '../../../aws/files/names.ts';
import type { UploadedFile } from '../../../aws/files/uploaded-file.ts';
import { timestamp } from '../../../base/clock.ts';
import { invalid } from '../../../base/errors.ts';
import { newId, sha256 } from '../../../base/ids.ts';
import { acceptedKinds, kindOf, mimeOf, namedAs, namesOfKinds } from '../../../fields/attachment-kinds.ts';
import { FIELD_KINDS, isExclusive } from '../../../fields/kinds.ts';
import { withoutMarks } from '../../../fields/marks.ts';
import { readValue } from '../../../fields/read-value.ts';
import { LONGEST_TEXT } from '../../../fields/texts/text-limits.ts';
import { sentenceOf, textProblem } from '../../../fields/texts/text-problem.ts';
import type { Caller } from '../../../people/access/caller.ts';
import type { FieldItem, ImageItem, RecipientItem } from '../../../storage/records/envelope.ts';
import type { BlockImage } from '../../../storage/records/signature.ts';

/** Parameters of both routes of a field (specification 4.10). */
export interface FieldUpdate {
  envelope_id: string;
  field_name: string;
  role_name: string;
  value: unknown;
  prepared: boolean;
  /** The part `document` of a form: an attachment. A form without it removes the attachment. */
  file?: UploadedFile;
  isForm: boolean;
}

const LARGEST_ATTACHMENT = 10 * 1024 * 1024;

/** A field's new value. */
export interface NewValue {
  changed: Partial<FieldItem>;
  /** A radio button was chosen, so the others of its group aren't any more. */
  chosen?: boolean;
  /** The picture that it shows, to be stored with the envelope. */
  image?: ImageItem;
}

/**
 * Reads the requested value, and stores the file of an attachment. Throws `invalid` for a value that the field can't
 * have.
 */
export const newValue = async (
  caller: Caller,
  field: FieldItem,
  update: FieldUpdate,
  block: BlockImage | undefined,
): Promise<NewValue> => {
  const { value, ink } = FIELD_KINDS[field.type];
  if (value === 'file') return attachmentValue(field, update);
  if (update.isForm && update.file) return invalid('document', `${field.name} is no attachment field`);
  if (ink) return blockValue(caller, field, ink, update.value, block);
  const read = readValue(field, asGiven(update.value));
  if ('problem' in read) return invalid('value', read.problem);
  const problem = textProblem(field, read.value ?? '');
  if (problem) return invalid('value', `${field.name} ${sentenceOf(problem, field)}`);
  return { changed: { value: read.value }, chosen: isExclusive(field) && read.value === 'true' };
};

const asGiven = (value: unknown): string | boolean | null => {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (typeof value !== 'string')
    return invalid('value', 'must be a string, or a boolean for checkboxes and radio buttons');
  if (value.length > LONGEST_TEXT) return invalid('value', `at most ${LONGEST_TEXT} characters are allowed`);
  return value;
};

const blockValue = (
  caller: Caller,
  field: FieldItem,
  kind: 'signature' | 'initials',
  value: unknown,
  block: BlockImage | undefined,
): NewValue => {
  const settings = withoutMarks(field.settings);
  if (value === null || value === '' || value === undefined) {
    return { changed: { value: null, settings, signed_by: null } };
  }
  if (!isUuid(value)) return invalid('value', `must be the UUID of a ${kind} block, or null to clear it`);
  if (!block) return invalid('value', `there is no such ${kind} block`);
  return {
    changed: {
      value: FIELD_KINDS[field.type].filledAs,
      settings: { ...settings, signature_id: value, signed_at: timestamp() },
      signed_by: caller.profile_id,
    },
    image: { id: value, image: block.image },
  };
};

const attachmentValue = async (field: FieldItem, { file, isForm, value }: FieldUpdate): Promise<NewValue> => {
  const settings = withoutMarks(field.settings);
  const clears = isForm || value === null || value === '';
  if (!file && clears) return { changed: { value: null, settings } };
  if (!file) return invalid('document', 'an attachment is sent as a form with the file in the part `document`');
  if (file.bytes.length === 0) return invalid('document', 'the file is empty');
  if (file.bytes.length > LARGEST_ATTACHMENT) return invalid('document', 'at most 10 MB are allowed');
  const accepted = acceptedKinds(settings);
  const kind = kindOf(file.bytes, accepted);
  if (!kind) return invalid('document', `must be a file of one of these kinds: ${namesOfKinds(accepted)}`);
  const at = fileKeys.attachment(field.organization_id, field.envelope_id, field.name, newId());
  const hash = sha256(file.bytes);
  await putFile(at, file.bytes, 'application/octet-stream', hash);
  return {
    changed: {
      value: FIELD_KINDS[field.type].filledAs,
      settings: {
        ...settings,
        name: namedAs(safeFileName(file.name), kind),
        size: file.bytes.length,
        mime: mimeOf(kind),
        sha256: hash,
        file: at,
      },
    },
  };
};

/** Returns the field with its new value in the recipient's current round. */
export const filledWith = (
  field: FieldItem,
  { changed, chosen }: NewValue,
  { revision, reopened }: RecipientItem,
): FieldItem => ({
  ...field,
  ...changed,
  ...(changed.signed_by ? { reopened } : {}),
  ...(chosen ? { choice: revision + 1 } : {}),
});

/** True for a UUID, such as the id of a signature block. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
