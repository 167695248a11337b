import canonicalize from 'canonicalize';
import { byCode } from '../../../base/by-code.ts';
import { sha256 } from '../../../base/ids.ts';
import { FIELD_KINDS, type FieldKind } from '../../../fields/kinds.ts';
import type { EnvelopeState, FieldItem, ImageItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { shownFields } from './current.ts';
import { shownEvidence } from './field-rules.ts';

/**
 * The chain's evidence of values: the SHA-256 of each, never the text itself. `README.md` says how an auditor
 * recomputes from the trail what a signer was shown.
 */
export interface ValueEvidence {
  field: string;
  /** SHA-256 of the text as UTF-8, of the picture's PNG, or of the attached file; null if a value was removed. */
  sha256: string | null;
  /** Time at which a signature or initials were applied, which is shown beside them. */
  signed_at?: string;
  /** File name of an attachment, which is shown. */
  name?: string;
}

type Content = Pick<EnvelopeState, 'fields' | 'recipients' | 'images'>;

/** Evidence of the values in these fields, by name; empty values are left out. */
export const evidenceOf = (fields: readonly FieldItem[], images: readonly ImageItem[]): ValueEvidence[] =>
  fields
    .filter(({ value }) => value !== null && value !== '')
    .map((field) => valueEvidence(field, images))
    .sort((a, b) => byCode(a.field, b.field));

const valueEvidence = (field: FieldItem, images: readonly ImageItem[]): ValueEvidence => ({
  field: field.name,
  ...HASHED[FIELD_KINDS[field.type].evidence](field, images),
});

const hashedText = ({ value }: FieldItem) => ({ sha256: sha256(value ?? '') });

const HASHED: Record<
  FieldKind['evidence'],
  (field: FieldItem, images: readonly ImageItem[]) => Omit<ValueEvidence, 'field'>
> = {
  text: hashedText,
  file: ({ settings }) => ({ sha256: String(settings.sha256), name: String(settings.name) }),
  picture: (field, images) => {
    const image = images.find(({ id }) => id === field.settings.signature_id);
    if (!image) return hashedText(field);
    return { sha256: sha256(image.image), signed_at: String(field.settings.signed_at) };
  },
};

/** Evidence of each role's values as they were sent to its recipient only; roles without values are left out. */
export const sentEvidence = ({ fields, recipients, images }: Content) =>
  byRole(
    shownFields(fields, recipients, () => false),
    recipients,
    images,
  ).filter(({ values }) => values.length > 0);

/**
 * Evidence that `recipient:signed` binds: the documents, every value of the recipient, for each role with fields the
 * digest of the values that this recipient is shown on the pages, and what rules had shown and required. `after` is the
 * state with the recipient's submit: from then on others see these values, and the recipient saw nothing else.
 */
export const signedEvidence = (
  after: Content & Pick<EnvelopeState, 'documents'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
) => {
  const fields = shownFields(after.fields, after.recipients, () => false);
  const shown = byRole(fields, after.recipients, after.images);
  const rules = shownEvidence(fields, role_name);
  return {
    documents: after.documents.map(({ id, sha256: hash }) => ({ id, sha256: hash })),
    values: shown.find((one) => one.role_name === role_name)?.values ?? [],
    shown: shown.map((one) => ({ role_name: one.role_name, sha256: digestOf(one.values) })),
    ...(rules.length > 0 ? { rules } : {}),
  };
};

/** Changes of a role's values by the sender: new values, and null for removed ones. */
export const changedEvidence = (before: readonly ValueEvidence[], after: readonly ValueEvidence[]): ValueEvidence[] => {
  const known = new Set(before.map((one) => canonicalize(one)));
  const left = new Set(after.map(({ field }) => field));
  const changed = after.filter((one) => !known.has(canonicalize(one)));
  const gone = before.filter(({ field }) => !left.has(field)).map(({ field }) => ({ field, sha256: null }));
  return [...changed, ...gone].sort((a, b) => byCode(a.field, b.field));
};

/** SHA-256, hex, of the values as canonical JSON (RFC 8785). */
const digestOf = (values: readonly ValueEvidence[]): string => sha256(canonicalize(values) ?? '');

const byRole = (fields: readonly FieldItem[], recipients: readonly RecipientItem[], images: readonly ImageItem[]) =>
  recipients
    .map(({ role_name }) => ({ role_name, own: fields.filter((field) => field.role_name === role_name) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => byCode(a.role_name, b.role_name))
    .map(({ role_name, own }) => ({ role_name, values: evidenceOf(own, images) }));
