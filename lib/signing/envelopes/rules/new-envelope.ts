import { DAY, MINUTE, now, timestampIn } from '../../../base/clock.ts';
import { invalid } from '../../../base/errors.ts';
import { hashSecret, newId, newSecret, timeOfId } from '../../../base/ids.ts';
import { looksLike } from '../../../base/look.ts';
import { isStuck } from '../../../fields/filled.ts';
import { isMarked, withoutMarks } from '../../../fields/marks.ts';
import { byPlace } from '../../../fields/order.ts';
import { isComputed } from '../../../fields/rules/rule-fields.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import { demandInside, type SendingBounds } from '../../../people/policy/sending-rule.ts';
import { partFor } from '../../../storage/envelopes/entries.ts';
import type {
  AccessKeyItem,
  BrandSnapshot,
  DocumentItem,
  EnvelopeItem,
  EnvelopeState,
  FieldItem,
  RecipientItem,
  SenderOrganization,
  SenderProfile,
} from '../../../storage/records/envelope.ts';
import type { EnvelopeDefaults } from '../../../storage/records/organization.ts';
import { checkMethods, type Ids } from '../../auth-methods/methods.ts';
import { unverified } from '../../auth-methods/steps.ts';
import type { AcceptedDocument } from '../../documents/accept.ts';
import { checkRoleName, type FieldDefinition } from '../../fields/field-schema.ts';
import { demandFilledOnce } from '../../fields/own-fields.ts';
import { demandSoundRules } from '../../fields/rule-checks.ts';
import { checkField, checkNamesUnique, newField } from '../../fields/rules.ts';
import { conditionProblems, readCondition } from '../../templates/conditions.ts';
import { groupProblem } from '../../templates/groups.ts';
import { MEANS_NOTHING } from '../../templates/meaning-schema.ts';
import { isUnnamed, namingProblems } from '../../templates/naming.ts';
import { reviewProblems } from '../../templates/reviews.ts';
import { stepProblems } from '../../templates/steps.ts';
import { type FieldInput, LIMITS, NEVER, type NewEnvelope, type RecipientInput } from '../envelope-schema.ts';
import { demandSpoken } from '../recipient-locale.ts';
import { GENESIS } from './chain.ts';
import { later } from './lifecycle.ts';
import { bySequence } from './order.ts';
import { demandHeaderFits, sentBytes } from './size.ts';
import { stepOf } from './steps.ts';

/**
 * The parts of a new envelope, from the request and (with a template) from the template, without I/O. All checks are
 * here: `invalid` names the field and the rule.
 */
export interface Sources {
  /** The envelope's owner. */
  owner: EnvelopeOwner;
  /** The sender's profile as the envelope stores it. */
  profile: SenderProfile;
  organization: SenderOrganization;
  brand?: BrandSnapshot;
  /** The organization's, for envelopes that state none. */
  retention_days?: number | null;
  /** True if the organization's envelopes are signed as 21 CFR Part 11 asks. */
  part_11?: boolean;
  /** The identity providers at which the organization has recipients verified. */
  recipient_providers?: ReadonlySet<string> | undefined;
  /** The trust services at which its recipients can sign. */
  trust_services?: Ids | undefined;
  /** The organization's, for what neither the request nor the template states. */
  envelope_defaults?: EnvelopeDefaults | null | undefined;
  /** Number of parts of the organization's lists. */
  list_parts?: number | undefined;
  /** Domains to which whoever makes it sends alone, by the policy of the organization. */
  sending?: SendingBounds | undefined;
  documents: readonly SourceDocument[];
  /** Roles of the template, if any. */
  roles: readonly SourceRole[];
  /** Fields of the template, if any; `document_id` is a template document's. */
  fields: readonly FieldDefinition[];
  defaults: TemplateDefaults;
}

/** The owner of a new envelope: whoever creates it, or the owner of its template. */
export type EnvelopeOwner = Pick<UserCaller, 'profile_id' | 'organization_id' | 'email' | 'first_name' | 'last_name'>;

/** A document for the envelope; `file` is the future place of its bytes. */
export interface SourceDocument
  extends Pick<AcceptedDocument, 'id' | 'name' | 'mime' | 'size' | 'pages' | 'page_sizes' | 'sha256' | 'order'>,
    Pick<AcceptedDocument, 'record'> {
  template_document_id: string | null;
  file: string;
}

/** A template's role: a recipient's values unless the request gives others. */
export interface SourceRole extends RecipientInput {
  name: string;
}

export interface TemplateDefaults {
  template_id: string | null;
  name: string | null;
  description: string | null;
  initial_reminder: number | null;
  followup_reminders: number | null;
  max_reminder_days: number | null;
}

/** The sender's own application shows in-app links for the envelope's whole life. */
const IN_APP_KEY_DAYS = 3650;
const MAX_REMINDER_DAYS = 14;

/** Makes the state of a new envelope, before its first event. */
export const newEnvelopeState = (id: string, request: NewEnvelope, sources: Sources): EnvelopeState => {
  // Lists are bounded by ids, so id and time must agree.
  const at = timeOfId(id);
  const base = { envelope_id: id, organization_id: sources.owner.organization_id };
  const recipients = newRecipients(request, sources, base, at);
  const documents = sources.documents.map((document) => newDocument(document, base, at));
  const fields = newFields(request, sources, documents, recipients, base);
  const [problem] = conditionProblems(recipients, fields);
  if (problem) invalid(`recipients.${problem.at}.only_if`, problem.detail);
  const keys = recipients.map((recipient) => inAppKey(recipient, at));
  const envelope = { ...header(id, request, sources, at), fields_bytes: sentBytes(fields) };
  demandHeaderFits(envelope);
  return {
    envelope,
    recipients: recipients.sort(bySequence),
    documents,
    fields: fields.sort(byPlace(documents)),
    keys,
    events: [],
    images: [],
    codes: [],
  };
};

interface Base {
  envelope_id: string;
  organization_id: string;
}

/**
 * Reminders and expiry, of the request, else of the template, else of the organization. No reminder is 0, for each of
 * them, and no expiry `never`: null says nothing.
 */
const timesOf = (request: NewEnvelope, { defaults, envelope_defaults: own }: Sources, at: string) => {
  const { initial_reminder, followup_reminders, max_reminder_days, expires_at } = request;
  const days = own?.expires_after_days;
  return {
    initial_reminder: (initial_reminder ?? defaults.initial_reminder ?? own?.initial_reminder) || null,
    followup_reminders: (followup_reminders ?? defaults.followup_reminders ?? own?.followup_reminders) || null,
    max_reminder_days: max_reminder_days ?? defaults.max_reminder_days ?? own?.max_reminder_days ?? MAX_REMINDER_DAYS,
    expires_at: !expires_at && days ? later(at, days * DAY) : futureTime(expires_at === NEVER ? null : expires_at),
  };
};

const header = (id: string, request: NewEnvelope, from: Sources, at: string): EnvelopeItem => {
  const { owner, defaults, ...sources } = from;
  return {
    id,
    organization_id: owner.organization_id,
    profile_id: owner.profile_id,
    template_id: defaults.template_id,
    name: request.name ?? defaults.name ?? invalid('name', 'is required'),
    description: request.description ?? defaults.description,
    status: 'pending',
    signed: false,
    sender_name: request.sender_name ?? `${owner.first_name} ${owner.last_name}`.trim(),
    sender_email: request.sender_email ?? owner.email,
    owner_email: owner.email,
    no_contact: request.no_contact ?? false,
    visibility: request.visibility ?? 'private',
    ...timesOf(request, from, at),
    next_reminder: null,
    canceled_at: null,
    completed_at: null,
    created_at: at,
    updated_at: at,
    data: request.data ?? null,
    locale: request.locale ?? ownOf(sources, 'locale'),
    timezone: request.timezone ?? ownOf(sources, 'timezone'),
    brand_key: request.brand_key ?? null,
    brand: sources.brand,
    organization: sources.organization,
    profile: sources.profile,
    parties: [],
    documents: [],
    version: 0,
    chain_head: GENESIS,
    event_count: 0,
    seal_due_at: null,
    ...(sources.sending ? { sent_inside: true } : {}),
    ...(isPart11(request, sources) ? { part_11: true } : {}),
    ...retentionOf(request, sources),
    ...listPartOf(id, sources),
  };
};

const listPartOf = (id: string, { list_parts = 1 }: Pick<Sources, 'list_parts'>): Partial<EnvelopeItem> => {
  const list_part = partFor(id, list_parts);
  return list_part === 0 ? {} : { list_part };
};

const isPart11 = (request: NewEnvelope, { part_11 = false }: Pick<Sources, 'part_11'>): boolean =>
  part_11 || request.part_11 === true;

/** Null states that it is kept for good. */
const retentionOf = (request: NewEnvelope, sources: Pick<Sources, 'retention_days'>): Partial<EnvelopeItem> => {
  const days = request.retention_days === undefined ? (sources.retention_days ?? null) : request.retention_days;
  return days === null ? {} : { retention_days: days };
};

/** Returns the brand's value, else the organization's. */
const ownOf = (
  { brand, organization }: Pick<Sources, 'brand' | 'organization'>,
  name: 'locale' | 'timezone',
): string | null => brand?.look[name] ?? organization[name] ?? null;

/** Normalizes `expires_at` to ISO 8601 UTC; throws `invalid` unless it is at least a day in the future. */
export const futureTime = (given: string | null | undefined): string | null => {
  if (!given) return null;
  const time = new Date(given);
  if (time.getTime() < now().getTime() + DAY - CLOCKS_DIFFER) {
    return invalid('expires_at', 'must lie at least a day in the future');
  }
  return time.toISOString();
};

/** Clients compute a day from their own clock, and their request takes time. */
const CLOCKS_DIFFER = 5 * MINUTE;

const newRecipients = (request: NewEnvelope, sources: Sources, base: Base, at: string): RecipientItem[] => {
  const { roles } = sources;
  const rules = {
    no_contact: request.no_contact ?? false,
    part_11: isPart11(request, sources),
    providers: sources.recipient_providers ?? new Set<string>(),
    services: sources.trust_services ?? new Set<string>(),
  };
  const given = request.recipients.map((recipient, index) => ({
    ...recipient,
    role_name: recipient.role_name ?? recipient.name ?? invalid(`recipients.${index}.role_name`, 'is required'),
  }));
  const names = given.map(({ role_name }) => role_name);
  for (const [index, name] of names.entries()) {
    const alike = names.findIndex((other) => looksLike(other, name));
    if (names.indexOf(name) !== index) invalid(`recipients.${index}.role_name`, `${name} is given twice`);
    // A template's roles are taken as they are.
    if (alike !== index && roles.length === 0) {
      invalid(`recipients.${index}.role_name`, `must look different from that of recipient ${alike}: ${name}`);
    }
    if (roles.length > 0 && !roles.some((role) => role.name === name)) {
      invalid(
        `recipients.${index}.role_name`,
        `must be one of the template's roles: ${roles.map((role) => role.name).join(', ')}`,
      );
    }
    // A template's roles were checked when they were made.
    if (roles.length === 0)
      checkRoleName(name, `recipients.${index}.${request.recipients[index]?.role_name ? 'role_name' : 'name'}`);
  }
  const missing = roles.filter(({ name }) => !names.includes(name));
  const all = [...given, ...missing.map((role) => ({ ...role, role_name: role.name }))];
  if (all.length > LIMITS.recipients) invalid('recipients', `at most ${LIMITS.recipients} are allowed`);
  const recipients = all.map((recipient, index) => {
    const role = roles.find(({ name }) => name === recipient.role_name);
    return newRecipient(
      { ...withoutNothing(role ?? {}), ...withoutNothing(recipient) },
      recipient.role_name,
      index,
      base,
      at,
    );
  });
  for (const [index, recipient] of recipients.entries()) checkReachable(recipient, index, rules);
  // Somebody whom another recipient puts in later is looked at then.
  const known = recipients.filter((one) => !isUnnamed(one) || one.email || one.phone);
  for (const recipient of known) demandInside(sources.sending, recipient);
  const [problem] = stepProblems(recipients);
  if (problem) invalid(`recipients.${problem.at}.${problem.member}`, problem.detail);
  const [unnamable] = namingProblems(recipients);
  if (unnamable) invalid(`recipients.${unnamable.at}.named_by`, unnamable.detail);
  const [unfit] = reviewProblems(recipients);
  if (unfit) invalid(`recipients.${unfit.at}.may_send_back`, unfit.detail);
  const copied = recipients.findIndex(({ type, signature_meaning }) => type === 'cc' && signature_meaning);
  if (copied >= 0) invalid(`recipients.${copied}.signature_meaning`, MEANS_NOTHING);
  for (const recipient of recipients) {
    // Each recipient of a step knows it, whichever the request gave it for.
    const { step_needs } = stepOf(recipients, recipient).find((one) => one.step_needs) ?? {};
    if (step_needs && recipient.type !== 'cc') recipient.step_needs = step_needs;
    else delete recipient.step_needs;
  }
  if (!recipients.some(({ type }) => type !== 'cc'))
    invalid('recipients', 'at least one must be a signer or an approver');
  return recipients;
};

const newRecipient = (
  given: Partial<RecipientInput>,
  role_name: string,
  index: number,
  base: Base,
  at: string,
): RecipientItem => ({
  ...base,
  id: newId(),
  role_name,
  profile_id: newId(),
  type: given.type ?? 'signer',
  status: 'pending',
  first_name: given.first_name ?? '',
  last_name: given.last_name ?? '',
  email: given.email ?? '',
  phone: given.phone ?? null,
  address: given.address ?? null,
  city: given.city ?? null,
  state: given.state ?? null,
  zip: given.zip ?? null,
  sequence: given.sequence ?? 1,
  order: given.order ?? index + 1,
  ...(given.step_needs ? { step_needs: given.step_needs } : {}),
  ...conditionOf(given, index),
  ...namingOf(given),
  ...groupOf(given, `recipients.${index}.shared`),
  ...(given.may_send_back ? { may_send_back: true } : {}),
  ...(given.signature_meaning ? { signature_meaning: given.signature_meaning } : {}),
  delegator: given.delegator ?? false,
  turn_since: null,
  delegated_to: null,
  decline_reason: null,
  delivery_error: null,
  message: given.message ?? null,
  claimed: false,
  agreed: false,
  name_locked: given.name_locked ?? false,
  disclosures: null,
  disclosures_accepted_at: null,
  key_used_to_conclude: null,
  locale: given.locale ? demandSpoken(given.locale, `recipients.${index}.locale`) : null,
  timezone: null,
  in_app_key: newSecret(),
  created_at: at,
  updated_at: at,
  last_attempt_at: null,
  opened_at: null,
  submitted_at: null,
  ip: null,
  user_agent: null,
  auth_methods: given.auth_methods ?? [],
  ...unverified(given.auth_methods ?? []),
  passcode: given.passcode ?? null,
  phone_auth: given.phone_auth ?? null,
  identity_provider: given.identity_provider ?? null,
  identity_claim: given.identity_claim ?? null,
  trust_service: given.trust_service ?? null,
  dob: given.dob ?? null,
  ssn_last_4: given.ssn_last_4 ?? null,
  round: 0,
  revision: 0,
});

const conditionOf = ({ only_if, type }: Partial<RecipientInput>, index: number): Pick<RecipientItem, 'only_if'> => {
  const condition = readCondition(only_if, `recipients.${index}.only_if`);
  return condition && type !== 'cc' ? { only_if: condition } : {};
};

/** A group has the name that the sender gives it. */
const groupOf = (given: Partial<RecipientInput>, parameter: string): Pick<RecipientItem, 'shared'> => {
  if (!given.shared) return {};
  const problem = groupProblem(given);
  if (problem) invalid(parameter, problem);
  return { shared: { first_name: given.first_name ?? '', last_name: given.last_name ?? '' } };
};

/** Whoever is named already is put in by nobody. */
const namingOf = ({ named_by, may_name_self, first_name, last_name }: Partial<RecipientInput>) =>
  named_by && !first_name && !last_name ? { named_by, ...(may_name_self ? { may_name_self } : {}) } : {};

const checkReachable = (
  recipient: RecipientItem,
  index: number,
  { no_contact, ...rules }: { no_contact: boolean; part_11: boolean; providers: ReadonlySet<string>; services: Ids },
): void => {
  const where = `recipients.${index}`;
  if (isUnnamed(recipient)) {
    checkMethods({ ...recipient, ...PUT_IN_LATER }, `${where}.`, rules);
    return;
  }
  if (!recipient.first_name && !recipient.last_name) invalid(`${where}.first_name`, 'a name is required');
  const reachable = recipient.email || (recipient.phone && recipient.type !== 'cc');
  if (!reachable && !no_contact)
    invalid(`${where}.email`, 'an e-mail address is required (or a phone number, for a link by SMS)');
  checkMethods(recipient, `${where}.`, rules);
};

/** Stand for what whoever puts the person in will give, and is asked for then. */
export const PUT_IN_LATER = { email: 'later@example.com', phone_auth: '+12025550100' };

/** Makes the key of the link that the sender's own application shows. */
export const inAppKey = (recipient: RecipientItem, at: string): AccessKeyItem => ({
  hash: hashSecret(recipient.in_app_key),
  id: newId(),
  envelope_id: recipient.envelope_id,
  role_name: recipient.role_name,
  profile_id: recipient.profile_id,
  type: 'in_app',
  expires_at: timestampIn(IN_APP_KEY_DAYS * DAY),
  created_at: at,
});

const newDocument = (document: SourceDocument, base: Base, at: string): DocumentItem => ({
  ...base,
  id: document.id,
  template_document_id: document.template_document_id,
  order: document.order,
  type: 'attachment',
  name: document.name,
  pages: document.pages,
  mime: document.mime,
  size: document.size,
  signed: false,
  page_sizes: document.page_sizes,
  sha256: document.sha256,
  record: document.record,
  file: document.file,
  sealed_file: null,
  sealed_sha256: null,
  seal_level: null,
  created_at: at,
  updated_at: at,
});

const newFields = (
  request: NewEnvelope,
  { fields: templateFields, defaults }: Sources,
  documents: readonly DocumentItem[],
  recipients: readonly RecipientItem[],
  base: Base,
): FieldItem[] => {
  const given = request.fields ?? [];
  checkNamesUnique(
    given.map(({ name }) => name),
    'fields',
  );
  const hasTemplate = defaults.template_id !== null || templateFields.length > 0;
  const definitions = hasTemplate
    ? overridden(templateFields, given, documents)
    : given.map((field, index) => directField(field, index, documents));
  for (const [index, field] of definitions.entries()) {
    const known = recipients.some(({ role_name, type }) => role_name === field.role_name && type !== 'cc');
    if (!known)
      invalid(`fields.${index}.role_name`, `${field.role_name} is no role that signs or approves this envelope`);
  }
  // A default in the request prepares a template's field; the template's own default is only a proposal.
  const preparedNames = new Set(hasTemplate ? given.filter(hasDefault).map(({ name }) => name) : []);
  const fields = definitions.map(
    (field): FieldItem => ({
      ...base,
      ...field,
      settings: isMarked(field.type) ? withoutMarks(field.settings) : field.settings,
      prepared: preparedNames.has(field.name),
      value: field.default,
      signed_by: null,
      round: 0,
      prepared_value: preparedNames.has(field.name) ? field.default : null,
    }),
  );
  demandFilledOnce(fields, (document_id) => documents.find(({ id }) => id === document_id)?.record.form);
  demandSoundRules(fields, (name) => `fields.${fields.findIndex((field) => field.name === name)}.`);
  const stuck = fields.findIndex((field) => !isComputed(field) && isStuck(field, fields));
  if (stuck >= 0)
    invalid(`fields.${stuck}.required`, `nobody could fill ${fields[stuck]?.name}, which is not filled yet`);
  return fields;
};

const hasDefault = (field: FieldInput): boolean => Boolean(field.default);

/** The template's fields, each with the request's values for the field of the same name and role. */
const overridden = (
  templateFields: readonly FieldDefinition[],
  given: readonly FieldInput[],
  documents: readonly DocumentItem[],
): FieldDefinition[] => {
  const unknown = given.findIndex(({ name }) => !templateFields.some((field) => field.name === name));
  if (unknown >= 0) invalid(`fields.${unknown}.name`, 'the template has no such field');
  return templateFields.map((field) => {
    const document = documents.find(({ template_document_id }) => template_document_id === field.document_id);
    const index = given.findIndex(({ name }) => name === field.name);
    const { required, readonly, label, default: standard, placeholder, multiline, group, options } = given[index] ?? {};
    const details = withoutNothing({
      required,
      readonly,
      label,
      default: standard,
      placeholder,
      multiline,
      group,
      options,
    });
    const changed = { ...field, ...details, document_id: document?.id ?? field.document_id };
    return document ? checkField(changed as FieldDefinition, document, index >= 0 ? `fields.${index}.` : '') : changed;
  }) as FieldDefinition[];
};

const directField = (field: FieldInput, index: number, documents: readonly DocumentItem[]): FieldDefinition => {
  const { name, role_name, type, document_id, ...details } = field;
  const at = `fields.${index}.`;
  const document = documents[Number(document_id ?? 0)];
  if (!document) return invalid(`${at}document_id`, `must be the index of a document, 0 to ${documents.length - 1}`);
  const kind = type ?? invalid(`${at}type`, 'is required');
  return checkField(newField({ name, role_name, document_id: document.id, type: kind }, details), document, at);
};

const withoutNothing = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;
