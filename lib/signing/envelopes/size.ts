import { invalid } from '../../base/errors.ts';
import type { EnvelopeItem, FieldItem, RecipientItem } from '../../storage/records/envelope.ts';

/**
 * How much an envelope holds. A Lambda function answers at most 6 MB, and every recipient's client reads the whole
 * envelope in one answer: what senders and recipients put into its fields has to fit. Counted in bytes as an answer holds
 * them, which is JSON within JSON.
 */
export const SIZES = {
  /** The fields of an envelope together, as they were sent and as they are filled. */
  fields: 3_000_000,
  /** Of these, what a sender may use up. */
  sent: 2_500_000,
  /** The header without its recipients: an item of the table holds 400 kB. */
  header: 270_000,
  /** Pictures of signatures in one answer. */
  pictures: 1_000_000,
} as const;

/** Bytes that `value` takes in an answer. */
export const answerBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''));

/** Bytes of the fields of a new envelope; ends the request with 406 where they are too many. */
export const sentBytes = (fields: readonly FieldItem[]): number => {
  const bytes = answerBytes(fields.map(({ organization_id: _org, prepared_value: _value, ...field }) => field));
  if (bytes > SIZES.sent) invalid('fields', `all together may take at most ${SIZES.sent} bytes, these take ${bytes}`);
  return bytes;
};

/** Ends the request with 406 where the header would outgrow its item. */
export const demandHeaderFits = (envelope: EnvelopeItem): void => {
  const { parties: _parties, ...rest } = envelope;
  if (Buffer.byteLength(JSON.stringify(rest)) > SIZES.header) {
    invalid(
      'data',
      'is too large together with the texts of the brand and the organization: 270 kB as UTF-8 are allowed',
    );
  }
};

/** What a recipient's values may take more than what was sent: an equal share for everybody who fills. */
export const shareOf = ({
  parties,
  fields_bytes = SIZES.sent,
}: Pick<EnvelopeItem, 'parties' | 'fields_bytes'>): number => {
  const filling = parties.filter(({ type, delegated_to }) => type !== 'cc' && delegated_to === null).length;
  return Math.floor((SIZES.fields - fields_bytes) / Math.max(1, filling));
};

/** By how many bytes a field's new value is longer than the one before. */
export const grownBy = (before: Pick<FieldItem, 'value'>, after: Pick<FieldItem, 'value'>): number =>
  answerBytes(after.value) - answerBytes(before.value);

/** Ends the request with 406 where a recipient's values would take more than their share. */
export const demandRoom = ({ filled_bytes = 0 }: RecipientItem, grown: number, share: number): void => {
  if (grown > 0 && filled_bytes + grown > share) {
    invalid('value', `all values of one recipient of this envelope may take at most ${share} bytes`);
  }
};
