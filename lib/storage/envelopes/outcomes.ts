import { FIELD_KINDS } from '../../fields/kinds.ts';
import { haveRules } from '../../fields/rules/rule-fields.ts';
import { collection, getItems } from '../engine/client.ts';
import { type Key, plain } from '../engine/key.ts';
import { ENVELOPE_SORT, envelopeFieldKey, envelopeFirstRecordsKey, envelopeKey, recipientKey } from '../engine/keys.ts';
import type { EnvelopeItem, FieldItem, RecipientItem } from '../records/envelope.ts';
import { readFields } from './first-records.ts';
import { type HeaderWithoutDetails, readHeaderWithoutDetails } from './items.ts';

/** State of an envelope that was sent. */
export interface EnvelopeOutcome extends Pick<EnvelopeItem, 'id' | 'status' | 'completed_at'> {
  parties: readonly Pick<RecipientItem, 'role_name' | 'status' | 'rules_saw'>[];
}

/** Reads the states of these envelopes, by id; those that were deleted are missing. A call for each hundred. */
export const outcomesOf = async (ids: readonly string[]): Promise<Map<string, EnvelopeOutcome>> => {
  const found = await getItems<Key>(ids.map(envelopeKey), { eventual: true });
  return new Map(found.flatMap((item) => outcomeIn(readHeaderWithoutDetails(item))).map((one) => [one.id, one]));
};

const outcomeIn = (header: HeaderWithoutDetails | undefined): EnvelopeOutcome[] => {
  if (!header) return [];
  const { id, status, completed_at, parties } = header;
  return [{ id, status, completed_at, parties }];
};

/** An envelope with its fields as they were filled, before any rule, and what rules need of its recipients. */
export type FilledIn = EnvelopeOutcome & { fields: FieldItem[] };

/**
 * Reads what was filled into these envelopes, by id. Fields that an envelope is made with are one item, those that
 * changed are one each: a call for each hundred. An envelope of so many fields that they don't share an item takes a
 * query. Recipients are read where rules are, for what these had seen.
 */
export const filledIn = async (envelopes: readonly EnvelopeOutcome[]): Promise<Map<string, FilledIn>> => {
  const first = await getItems<Key>(
    envelopes.map(({ id }) => envelopeFirstRecordsKey(id)),
    // It is never written again.
    { eventual: true },
  );
  const all = envelopes.map((envelope, at) => {
    const fields = readFields([first[at]]);
    return { envelope, first: first[at], fields, mayHaveRules: !first[at] || haveRules(fields) };
  });
  const changed = await getItems<Key>(
    all.flatMap(({ envelope: { id, parties }, fields, mayHaveRules }) => [
      ...fields.filter(holdsText(fields)).map(({ name }) => envelopeFieldKey(id, name)),
      ...(mayHaveRules ? parties.map(({ role_name }) => recipientKey(id, role_name)) : []),
    ]),
  );
  const byEnvelope = Map.groupBy(
    changed.filter((item) => item !== undefined),
    ({ pk }) => pk,
  );
  const whole = all.map(async ({ envelope, first }): Promise<[string, FilledIn]> => {
    const { pk } = envelopeKey(envelope.id);
    const read = byEnvelope.get(pk) ?? [];
    const items = first ? read : [...read, ...(await collection<Key>(pk, ENVELOPE_SORT.field))];
    const recipients = items.filter(({ sk }) => sk.startsWith(ENVELOPE_SORT.recipient));
    const saw = new Map(recipients.map((item) => [item.sk, (plain(item) as Partial<RecipientItem>).rules_saw]));
    const parties = envelope.parties.map((party) => {
      const rules_saw = saw.get(recipientKey(envelope.id, party.role_name).sk);
      return rules_saw ? { ...party, rules_saw } : party;
    });
    return [envelope.id, { ...envelope, parties, fields: readFields([first, ...items]) }];
  });
  return new Map(await Promise.all(whole));
};

/** True for fields whose values are texts; where there are rules, for all: a rule may ask for a signature. */
const holdsText = (fields: readonly FieldItem[]) => {
  const areAll = haveRules(fields);
  return ({ type }: FieldItem): boolean => areAll || !['ink', 'none'].includes(FIELD_KINDS[type].value);
};
