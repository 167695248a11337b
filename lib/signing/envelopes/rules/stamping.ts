import canonicalize from 'canonicalize';
import { sha256 } from '../../../base/ids.ts';
import { chooseLanguage } from '../../../base/languages.ts';
import { FIELD_KINDS } from '../../../fields/kinds.ts';
import { type WrittenIn, writtenCaption, writtenFor, writtenSignature, writtenValue } from '../../../fields/written.ts';
import type { StampField } from '../../../pdf/stamp/stamp.ts';
import type { DocumentItem, EnvelopeState, FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { isShown, type ShownField, submittedByRules } from './field-rules.ts';
import { fullName } from './full-name.ts';
import { MEANING_WORDS } from './meaning-words.ts';
import { isDeclared, meaningOf } from './meanings.ts';

type Content = Pick<EnvelopeState, 'fields' | 'recipients' | 'images'> & {
  envelope: Pick<EnvelopeState['envelope'], 'locale' | 'part_11'>;
};

/** Chooses roles by their names. */
type Choose = (role_name: string) => boolean;

/**
 * Stamps of the submitted values on a document, of the roles that `isWanted` names. Only the server makes page content
 * from values.
 */
export const submittedStamps = (
  document: Pick<DocumentItem, 'id'>,
  content: Content,
  isWanted?: Choose,
): StampField[] => stampsOf(submittedFields(document, content, isWanted), content);

/** Stamps of these fields, as they would be sealed now. */
export const stampsOf = (fields: readonly ShownField[], content: Content): StampField[] =>
  fields.filter(isShown).map((field) => stampOf(field, content));

const submittedFields = (
  { id }: Pick<DocumentItem, 'id'>,
  { fields, recipients }: Content,
  isWanted: Choose = () => true,
): ShownField[] => {
  const submitted = new Set(
    recipients.filter(({ status }) => status === 'submitted').map(({ role_name }) => role_name),
  );
  return submittedByRules(fields, recipients).filter(
    (field) =>
      field.document_id === id &&
      field.page > 0 &&
      submitted.has(field.role_name) &&
      isWanted(field.role_name) &&
      isShown(field),
  );
};

/** Version of `submittedStamps`: the same while none of them changes. */
export const stampsVersion = (document: Pick<DocumentItem, 'id'>, content: Content, isWanted?: Choose): string =>
  versionOf(submittedFields(document, content, isWanted), content);

/** Version of the submitted stamps on one page; null if there are none: the page looks as it was sent. */
export const pageStampsVersion = (
  document: Pick<DocumentItem, 'id'>,
  content: Content,
  page: number,
): string | null => {
  const fields = submittedFields(document, content).filter((field) => field.page === page);
  return fields.length === 0 ? null : versionOf(fields, content);
};

/**
 * The texts that are drawn, and the values and marks that the rest follows from. The table answers the members of a
 * record in any order: in canonical JSON (RFC 8785) they are always the same.
 */
const versionOf = (fields: readonly FieldItem[], content: Content): string => {
  const drawn = fields.map((field) => {
    const { value, caption } = stampOf(field, content);
    return [field.name, field.value, field.settings, value, caption ?? null];
  });
  return sha256(canonicalize(drawn) ?? '').slice(0, 16);
};

const stampOf = (field: FieldItem, { envelope, recipients, images }: Content): StampField => {
  const { ink, hasCaption } = FIELD_KINDS[field.type];
  const { form_field } = field.settings;
  const image = ink ? images.find(({ id }) => id === field.settings.signature_id)?.image : undefined;
  const recipient = recipients.find(({ role_name }) => role_name === field.role_name);
  const how = writtenFor(recipient, envelope);
  return {
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    type: field.type,
    value: writtenValue(field, how) ?? field.value ?? '',
    multiline: field.multiline,
    ...(typeof form_field === 'string' && { form: { name: form_field, value: field.value ?? '' } }),
    ...(image ? { image } : {}),
    ...(image && recipient && hasCaption ? { caption: captionOf(field, recipient, envelope, how) } : {}),
  };
};

/** The print under a signature. 21 CFR 11.50 wants name, meaning, date and time of the submit. */
const captionOf = (
  { settings: { signed_at } }: FieldItem,
  recipient: RecipientItem,
  envelope: Content['envelope'],
  how: WrittenIn,
): string => {
  const name = fullName(recipient);
  if (!isDeclared(envelope, recipient) || !recipient.submitted_at) return writtenCaption(name, signed_at, how);
  const meaning = MEANING_WORDS[meaningOf(recipient)][chooseLanguage(how.locale)];
  return writtenSignature(name, meaning, recipient.submitted_at, how);
};
