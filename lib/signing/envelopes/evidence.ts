import canonicalize from 'canonicalize';
import { sha256 } from '../../base/ids.ts';
import type { EnvelopeState, FieldItem, ImageItem, RecipientItem } from '../../storage/records/envelope.ts';
import { shownFields } from './current.ts';
import { byCode } from './order.ts';

/**
 * What the chain says of values: of each the SHA-256, never the text itself. `README.md` says how an auditor recomputes
 * from the trail alone what a signer was shown.
 */
export interface ValueEvidence {
  field: string;
  /** Of the text as UTF-8, of the picture's PNG, or of the attached file; null where a value was taken away. */
  sha256: string | null;
  /** Of a signature or initials: when they were applied, which is shown beside them. */
  signed_at?: string;
  /** Of an attachment: the name of the file, which is shown. */
  name?: string;
}

type Content = Pick<EnvelopeState, 'fields' | 'recipients' | 'images'>;

/** The values that these fields hold, in the order of their names; empty ones are left out. */
export const evidenceOf = (fields: readonly FieldItem[], images: readonly ImageItem[]): ValueEvidence[] =>
  fields
    .filter(({ value }) => value !== null && value !== '')
    .map((field) => valueEvidence(field, images))
    .sort((a, b) => byCode(a.field, b.field));

const valueEvidence = (field: FieldItem, images: readonly ImageItem[]): ValueEvidence => {
  const { name, type, settings } = field;
  if (type === 'attachment') return { field: name, sha256: String(settings.sha256), name: String(settings.name) };
  const image = images.find(({ id }) => id === settings.signature_id);
  const hash = sha256(image?.image ?? field.value ?? '');
  return image ? { field: name, sha256: hash, signed_at: String(settings.signed_at) } : { field: name, sha256: hash };
};

/** The values of each role as its recipient, and nobody else, was sent them: those of roles without any are left out. */
export const sentEvidence = ({ fields, recipients, images }: Content) =>
  byRole(
    shownFields(fields, recipients, () => false),
    recipients,
    images,
  ).filter(({ values }) => values.length > 0);

/**
 * What `recipient:signed` binds: the documents, every value that the recipient leaves, and of each role that has fields
 * the digest of the values that stand on the pages as this recipient is shown them. `after` is the state with the
 * recipient's submit in it: others see these values from now on, and the recipient saw nothing else.
 */
export const signedEvidence = (
  after: Content & Pick<EnvelopeState, 'documents'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
) => {
  const shown = byRole(
    shownFields(after.fields, after.recipients, () => false),
    after.recipients,
    after.images,
  );
  return {
    documents: after.documents.map(({ id, sha256: hash }) => ({ id, sha256: hash })),
    values: shown.find((one) => one.role_name === role_name)?.values ?? [],
    shown: shown.map((one) => ({ role_name: one.role_name, sha256: digestOf(one.values) })),
  };
};

/** What a change of the sender's did to a role's values: those that are others now, null for those that are no more. */
export const changedEvidence = (before: readonly ValueEvidence[], after: readonly ValueEvidence[]): ValueEvidence[] => {
  const known = new Set(before.map((one) => canonicalize(one)));
  const left = new Set(after.map(({ field }) => field));
  const changed = after.filter((one) => !known.has(canonicalize(one)));
  const gone = before.filter(({ field }) => !left.has(field)).map(({ field }) => ({ field, sha256: null }));
  return [...changed, ...gone].sort((a, b) => byCode(a.field, b.field));
};

/** SHA-256, hex, of the values as canonical JSON (RFC 8785). */
export const digestOf = (values: readonly ValueEvidence[]): string => sha256(canonicalize(values) ?? '');

const byRole = (fields: readonly FieldItem[], recipients: readonly RecipientItem[], images: readonly ImageItem[]) =>
  recipients
    .map(({ role_name }) => ({ role_name, own: fields.filter((field) => field.role_name === role_name) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => byCode(a.role_name, b.role_name))
    .map(({ role_name, own }) => ({ role_name, values: evidenceOf(own, images) }));
