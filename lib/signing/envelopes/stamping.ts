import canonicalize from 'canonicalize';
import { sha256 } from '../../base/ids.ts';
import { isolate } from '../../pdf/isolate.ts';
import type { StampField, StampType } from '../../pdf/stamp.ts';
import type { DocumentItem, EnvelopeState, FieldItem } from '../../storage/records/envelope.ts';
import { fullName } from './present.ts';

type Content = Pick<EnvelopeState, 'fields' | 'recipients' | 'images'>;

/** Stamps of the submitted values on a document. Only the server makes page content from values. */
export const submittedStamps = (document: Pick<DocumentItem, 'id'>, content: Content): StampField[] =>
  submittedFields(document, content).map((field) => stampOf(field, content));

const submittedFields = ({ id }: Pick<DocumentItem, 'id'>, { fields, recipients }: Content): FieldItem[] => {
  const submitted = new Set(
    recipients.filter(({ status }) => status === 'submitted').map(({ role_name }) => role_name),
  );
  return fields.filter(
    ({ document_id, role_name, page }) => document_id === id && page > 0 && submitted.has(role_name),
  );
};

/** Version of `submittedStamps`: the same while none of them changes. */
export const stampsVersion = (document: Pick<DocumentItem, 'id'>, content: Content): string =>
  versionOf(submittedFields(document, content));

/** Version of the submitted stamps on one page; null if there are none: the page looks as it was sent. */
export const pageStampsVersion = (
  document: Pick<DocumentItem, 'id'>,
  content: Content,
  page: number,
): string | null => {
  const fields = submittedFields(document, content).filter((field) => field.page === page);
  return fields.length === 0 ? null : versionOf(fields);
};

/** The table answers the members of a record in any order: in canonical JSON (RFC 8785) they are always the same. */
const versionOf = (fields: readonly FieldItem[]): string =>
  sha256(canonicalize(fields.map(({ name, value, settings }) => [name, value, settings])) ?? '').slice(0, 16);

const stampOf = (field: FieldItem, { recipients, images }: Content): StampField => {
  const image = images.find(({ id }) => id === field.settings.signature_id)?.image;
  const recipient = recipients.find(({ role_name }) => role_name === field.role_name);
  const signed_at = typeof field.settings.signed_at === 'string' ? field.settings.signed_at : undefined;
  const label =
    field.type === 'dropdown'
      ? field.options.find(({ id }) => id === field.value)?.label
      : typeof field.settings.name === 'string'
        ? field.settings.name
        : undefined;
  return {
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    type: field.type as StampType,
    value: shownValue(field, recipient?.timezone ?? null),
    multiline: field.multiline,
    ...(label === undefined ? {} : { label }),
    ...(image ? { image } : {}),
    ...(image && recipient && field.type === 'signature'
      ? { caption: [isolate(fullName(recipient)), signed_at?.slice(0, 10)].filter(Boolean).join(', ') }
      : {}),
  };
};

/** Formats a value for the page: timestamps in the recipient's zone, with its name; all others as they are stored. */
export const shownValue = ({ type, value }: FieldItem, timezone: string | null): string => {
  if (type !== 'timestamp' || !value) return value ?? '';
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'long',
    }).format(new Date(value));
  try {
    return format(timezone ?? 'UTC');
  } catch {
    // This runtime doesn't know the zone.
    return format('UTC');
  }
};
