import { sameEmail } from '../../../base/email-address.ts';
import { fail, invalid } from '../../../base/errors.ts';
import { referencesIn } from '../../../fields/rules/rulebook.ts';
import type { EnvelopeState, FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { checkMethods } from '../../auth-methods/methods.ts';
import { isUnnamed } from '../../templates/naming.ts';
import { ONCE } from '../../templates/steps.ts';
import { currentFields } from './current.ts';
import { rolesSeen } from './field-rules.ts';
import { isUnwanted } from './message-bound.ts';
import { isTwiceInStep } from './steps.ts';
import { isWanted } from './taking-part.ts';

/** A person whom a recipient puts in for a later role, as the submit gives it and `recipient:signed` binds it. */
export interface NamedPerson {
  role_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
}

/** A role and the one that puts its person in, as `envelope:created` binds it. */
export interface NamingEvidence {
  role_name: string;
  named_by: string;
  may_name_self?: true;
}

/** The recipients whom others put in, in their order. */
export const sentNamings = (recipients: readonly RecipientItem[]): NamingEvidence[] =>
  recipients.flatMap(({ role_name, named_by, may_name_self }) =>
    named_by ? [{ role_name, named_by, ...(may_name_self ? { may_name_self } : {}) }] : [],
  );

type Named = Pick<EnvelopeState, 'envelope' | 'recipients' | 'fields'>;

/**
 * Throws unless these are the persons whom the recipient puts in at the submit: each one whose part is sure or may
 * still come, and nobody else. `invalid` names the member that can't be; `naming_needed` the roles that lack a person.
 */
export const demandNamed = (state: Named, recipient: RecipientItem, named: readonly NamedPerson[]): void => {
  const own = state.recipients.filter((one) => isUnnamed(one) && one.named_by === recipient.role_name);
  for (const [index, person] of named.entries()) {
    const at = `named.${index}.`;
    const role = own.find(({ role_name }) => role_name === person.role_name);
    if (named.findIndex(({ role_name }) => role_name === person.role_name) !== index) {
      invalid(`${at}role_name`, 'is given twice');
    }
    demandNameable(state, {
      role: role ?? invalid(`${at}role_name`, 'must be the role of a recipient whom this one puts in'),
      giver: recipient,
      person,
      at,
    });
  }
  const after = asSubmitted(state, recipient);
  const lacking = own.filter(
    (one) => !named.some(({ role_name }) => role_name === one.role_name) && mayTakePart(one, after),
  );
  if (lacking.length > 0) fail('naming_needed', { roles: lacking.map(({ role_name }) => role_name).join(', ') });
};

/** The recipients and fields as they are once the recipient has submitted. */
const asSubmitted = (
  { recipients, fields }: Named,
  { role_name }: RecipientItem,
): Pick<Named, 'recipients' | 'fields'> => {
  const after = recipients.map((one) => (one.role_name === role_name ? { ...one, status: 'submitted' as const } : one));
  return { recipients: after, fields: currentFields(fields, after) };
};

/** True unless the recipient's condition is decided already, and doesn't hold. */
const mayTakePart = (recipient: RecipientItem, { recipients, fields }: Pick<Named, 'recipients' | 'fields'>): boolean =>
  isWanted(recipient, fields, recipients) || !isDecided(recipient, fields, recipients);

const isDecided = (
  { only_if }: RecipientItem,
  fields: readonly FieldItem[],
  recipients: readonly RecipientItem[],
): boolean => {
  const submitted = rolesSeen(recipients);
  const read = only_if ? referencesIn({ show: only_if }) : [];
  return read.every(({ name }) => submitted.includes(fields.find((field) => field.name === name)?.role_name ?? ''));
};

const demandNameable = (
  { envelope, recipients }: Named,
  { role, giver, person, at }: { role: RecipientItem; giver: RecipientItem; person: NamedPerson; at: string },
): void => {
  const { email, phone } = person;
  if (!email && !(phone && role.type !== 'cc') && !envelope.no_contact) {
    invalid(`${at}email`, 'an e-mail address is required (or a phone number, for a link by SMS)');
  }
  const isGiver =
    (email && sameEmail(email, giver.email)) || (phone && [giver.phone, giver.phone_auth].includes(phone));
  if (isGiver && !role.may_name_self)
    invalid(`${at}email`, 'must be somebody else’s: the sender asks for another person');
  if (isUnwanted(envelope, email || null) || isUnwanted(envelope, phone)) fail('recipient_reported');
  if (isTwiceInStep(recipients, role, person)) invalid(`${at}email`, ONCE);
  if (role.auth_methods.includes('sms') && !phone) invalid(`${at}phone`, 'is required: codes are sent to it');
  checkMethods({ ...role, ...personOf(role, person) }, at, envelope);
};

/** The recipient's changes with the person who was put in. */
export const personOf = (
  { auth_methods }: Pick<RecipientItem, 'auth_methods'>,
  { first_name, last_name, email, phone }: NamedPerson,
): Partial<RecipientItem> => ({
  first_name,
  last_name,
  email,
  phone,
  named: true,
  ...(auth_methods.includes('sms') ? { phone_auth: phone } : {}),
});

/** A recipient without the person who was put in: the role as the sender sent it. */
export const NOBODY = { first_name: '', last_name: '', email: '', phone: null, phone_auth: null, named: undefined };

/** True for a person whom this recipient has put in. */
export const isNamedBy = (
  { named, named_by }: RecipientItem,
  { role_name }: Pick<RecipientItem, 'role_name'>,
): boolean => named === true && named_by === role_name;
