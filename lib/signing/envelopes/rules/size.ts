import { invalid } from '../../../base/errors.ts';
import type { EnvelopeItem, FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';

/**
 * Size limits of an envelope's contents. A Lambda function returns at most 6 MB, and every recipient's client reads the
 * whole envelope in one answer, so all values must fit. Counted in bytes of JSON within JSON, as in an answer.
 */
export const SIZES = {
  /** All fields of an envelope, as they were sent and as they are filled. */
  fields: 3_000_000,
  /** The sender's part of it. */
  sent: 2_500_000,
  /** The header without its recipients and documents: an item of the table has at most 400 kB. */
  header: 270_000,
  /** Pictures of signatures in one answer. */
  pictures: 1_000_000,
} as const;

/** Size of `value` in an answer, in bytes. */
const answerBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''));

/** Counts the bytes of a new envelope's fields. Throws `invalid` if they are too many. */
export const sentBytes = (fields: readonly FieldItem[]): number => {
  const bytes = answerBytes(fields.map(({ organization_id: _org, prepared_value: _value, ...field }) => field));
  if (bytes > SIZES.sent) invalid('fields', `all together may take at most ${SIZES.sent} bytes, these take ${bytes}`);
  return bytes;
};

/** Throws `invalid` if the header would be too large for its item. */
export const demandHeaderFits = (envelope: EnvelopeItem): void => {
  // Recipients and summaries of documents have bounds of their own.
  const { parties: _parties, documents: _documents, ...rest } = envelope;
  if (Buffer.byteLength(JSON.stringify(rest)) > SIZES.header) {
    invalid(
      'data',
      'is too large together with the texts of the brand and the organization: 270 kB as UTF-8 are allowed',
    );
  }
};

/** Bytes that a recipient's values may take beyond what was sent: an equal share for everybody who fills. */
export const shareOf = ({
  parties,
  fields_bytes = SIZES.sent,
}: Pick<EnvelopeItem, 'parties' | 'fields_bytes'>): number => {
  const filling = parties.filter(({ type, delegated_to }) => type !== 'cc' && delegated_to === null).length;
  return Math.floor((SIZES.fields - fields_bytes) / Math.max(1, filling));
};

/** Bytes by which a field's new value is longer than the previous one. */
export const grownBy = (before: Pick<FieldItem, 'value'>, after: Pick<FieldItem, 'value'>): number =>
  answerBytes(after.value) - answerBytes(before.value);

/** Throws `invalid` if a recipient's values would exceed their share. */
export const demandWithinShare = ({ filled_bytes = 0 }: RecipientItem, grown: number, share: number): void => {
  if (grown > 0 && filled_bytes + grown > share) {
    invalid('value', `all values of one recipient of this envelope may take at most ${share} bytes`);
  }
};
