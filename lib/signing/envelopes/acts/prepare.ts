import { fail, invalid } from '../../../base/errors.ts';
import { isStuck } from '../../../fields/filled.ts';
import { FIELD_KINDS } from '../../../fields/kinds.ts';
import { marksOf } from '../../../fields/marks.ts';
import { isComputed } from '../../../fields/rules/rule-fields.ts';
import { writtenFor } from '../../../fields/written.ts';
import { demand, type UserCaller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import type { EnvelopeState, FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { demandOwner, recipientOf } from '../rules/access.ts';
import { actorOf } from '../rules/actor.ts';
import { shownFields } from '../rules/current.ts';
import type { Change } from '../rules/lifecycle.ts';
import { demandMayPrepare } from '../rules/may-act.ts';
import { demandWithinShare, grownBy, shareOf } from '../rules/size.ts';
import { changedEvidence, evidenceOf, type ValueEvidence } from '../rules/value-evidence.ts';
import { changeEnvelope } from './commit.ts';
import { type FieldUpdate, filledWith, type NewValue, newValue } from './field-value.ts';
import type { Filled } from './fill.ts';

/**
 * The owner prepares a field before its recipient begins. Everybody sees the value, so it is a change of the envelope
 * with its own event: it and a simultaneous submit happen one after the other, and it is refused once somebody has
 * signed. The same value again changes nothing.
 */
export const prepareField = async (caller: UserCaller, update: FieldUpdate, origin: Origin): Promise<Filled> => {
  let value: NewValue | undefined;
  const after = await changeEnvelope(update.envelope_id, async (state, at) => {
    demandOwner(caller, state.envelope);
    demand(caller, 'envelope:create');
    const recipient = recipientOf(state, update.role_name);
    const field = fieldOf(state, update);
    demandMayPrepare(state.envelope, state.recipients, recipient, at);
    if (!update.prepared) {
      invalid('prepared', 'must be true: the owner prepares fields, only the recipient fills them');
    }
    if (isComputed(field)) invalid('value', `${field.name} has a formula: nobody fills it`);
    if (!FIELD_KINDS[field.type].mayBePrepared) invalid('value', 'only the recipient can sign or initial');
    value ??= await newValue(caller, field, update, undefined);
    const prepared = preparedWith(field, value, recipient);
    if (isStuck(prepared, state.fields)) invalid('value', `${field.name} is required and readonly: it must be filled`);
    return prepare(state, recipient, field, prepared, actorOf(caller, origin));
  });
  const how = writtenFor(recipientOf(after, update.role_name), after.envelope);
  return { field: fieldOf(after, update), images: [], how };
};

const fieldOf = ({ fields }: EnvelopeState, { field_name, role_name }: FieldUpdate): FieldItem =>
  fields.find((field) => field.name === field_name && field.role_name === role_name) ?? fail('field_not_found');

const preparedWith = (field: FieldItem, value: NewValue, recipient: RecipientItem): FieldItem => {
  const filled = filledWith(field, value, recipient);
  return {
    ...filled,
    prepared: true,
    prepared_value: filled.value,
    prepared_choice: filled.choice,
    ...(FIELD_KINDS[filled.type].value === 'file' ? { prepared_marks: marksOf(filled.settings) } : {}),
  };
};

/** Changes of preparing: the field, and the evidence of its recipient's values; null if it has the value already. */
const prepare = (
  state: EnvelopeState,
  recipient: RecipientItem,
  before: FieldItem,
  field: FieldItem,
  actor: ReturnType<typeof actorOf>,
): Change | null => {
  const { role_name, revision, filled_bytes = 0 } = recipient;
  const values = changedEvidence(
    sentOf(state, role_name),
    sentOf({ ...state, fields: state.fields.map((one) => (one === before ? field : one)) }, role_name),
  );
  if (values.length === 0 && before.prepared) return null;
  const grown = grownBy(before, field);
  demandWithinShare(recipient, grown, shareOf(state.envelope));
  return {
    fields: [field],
    recipients: { [role_name]: { revision: revision + 1, filled_bytes: filled_bytes + grown } },
    decidedOn: [role_name],
    events: [{ event: 'recipient:prepared', role_name, event_detail: field.name, actor, data: { values } }],
  };
};

const sentOf = ({ fields, recipients, images }: EnvelopeState, role_name: string): ValueEvidence[] =>
  evidenceOf(
    shownFields(fields, recipients, () => false).filter((field) => field.role_name === role_name),
    images,
  );
