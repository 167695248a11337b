import { sameEmail } from '../../../base/email-address.ts';
import { FIELD_KINDS, showsInk } from '../../../fields/kinds.ts';
import { isComputed } from '../../../fields/rules/rule-fields.ts';
import { type WrittenIn, writtenFor, writtenValue } from '../../../fields/written.ts';
import type { Caller, SignerCaller, UserCaller } from '../../../people/access/caller.ts';
import { pageSizesOf } from '../../../storage/envelopes/document-summaries.ts';
import {
  type AccessKeyItem,
  AUTH_METHODS,
  type DocumentItem,
  type DocumentSummary,
  type EnvelopeItem,
  type EnvelopeState,
  type FieldItem,
  type ImageItem,
  type Party,
  type RecipientItem,
} from '../../../storage/records/envelope.ts';
import {
  attemptsLeft,
  inSession,
  isProven,
  nextStep,
  type OfSession,
  proofsOf,
  signsWithCertificate,
  stepsOf,
} from '../../auth-methods/steps.ts';
import type * as Shape from '../envelope-schema.ts';
import { isOwner, mayRead, ownRoles, seesAsSender } from '../rules/access.ts';
import { shownFields } from '../rules/current.ts';
import type { ShownField } from '../rules/field-rules.ts';
import { fullName } from '../rules/full-name.ts';
import { holdsIt } from '../rules/group.ts';
import { isActing } from '../rules/lifecycle.ts';
import { deleteAt } from '../rules/retention.ts';
import { SIZES } from '../rules/size.ts';
import { presentHistory } from './history.ts';

/** Clients expect a state of every method. */
/** States of the methods that existing clients know. A passkey's is there where one is asked for. */
const NO_STATES = Object.fromEntries(stepsOf(AUTH_METHODS).map((method) => [method, null]));

/** The viewer of an envelope. */
export interface Viewer {
  /** Only the envelope's creator sees the recipients' in-app keys and passcodes. */
  creator: boolean;
  /** Sees what the sender sees: including unsubmitted values. */
  sender?: boolean;
  /** A signer: only this recipient sees the questions and the own address, and how far this session is verified. */
  signer?: Pick<SignerCaller, 'role_name' | 'session_id'>;
  /** Roles of the viewer, whose fields are shown as they are filled. */
  own?: readonly string[];
  /** The viewer is a recipient who isn't verified yet: nothing of the documents is shown. */
  withheld?: boolean;
  /** A signed-in user, who finds the own profile in the recipient with the user's address. */
  user?: Pick<UserCaller, 'email' | 'profile_id'>;
}

/** The caller as a viewer of the envelope. */
export const viewerOf = (caller: Caller, envelope: EnvelopeItem): Viewer => ({
  creator: isOwner(caller, envelope),
  sender: seesAsSender(caller, envelope),
  own: ownRoles(caller, envelope),
  ...(caller.kind === 'user' ? { user: caller } : { signer: caller }),
  withheld: !mayRead(caller, envelope),
});

// Presenters name each member of an answer: what is stored later is not answered by itself.

/** Presents a recipient for lists, without long texts. */
const presentParty = (party: Party, envelope_id: string): Shape.Recipient => ({
  id: party.id,
  envelope_id,
  role_name: party.role_name,
  profile_id: party.profile_id,
  type: party.type,
  status: party.status,
  first_name: party.first_name,
  last_name: party.last_name,
  full_name: fullName(party),
  email: party.email,
  phone: party.phone,
  sequence: party.sequence,
  order: party.order,
  turn_since: isActing(party) ? (party.turn_since ?? party.created_at) : null,
  step_needs: party.step_needs ?? null,
  released: party.released ?? false,
  skipped: party.skipped ?? false,
  named_by: party.named_by ?? null,
  may_name_self: party.may_name_self ?? false,
  shared: party.shared !== undefined,
  group_name: party.shared ? fullName(party.shared) : null,
  held_since: party.held_since ?? null,
  may_send_back: party.may_send_back ?? false,
  signature_meaning: party.signature_meaning ?? null,
  sent_back: null,
  delegator: party.delegator,
  delegated_to: party.delegated_to,
  message: null,
  claimed: party.claimed,
  agreed: party.agreed,
  name_locked: party.name_locked,
  disclosures: null,
  disclosures_accepted_at: party.disclosures_accepted_at,
  key_used_to_conclude: party.key_used_to_conclude,
  last_attempt_at: party.last_attempt_at,
  locale: party.locale,
  timezone: party.timezone,
  auth_methods: party.auth_methods,
  auth_step: nextStep(party),
  auth_method_states: party.auth_methods.length > 0 ? { ...NO_STATES, ...party.auth_method_states } : null,
  kba_questions: null,
  created_at: party.created_at,
  updated_at: party.updated_at,
});

/** Presents a recipient to everybody who may see the envelope. */
const recipientSummary = (recipient: RecipientItem): Shape.Recipient => ({
  ...presentParty(recipient, recipient.envelope_id),
  message: recipient.message,
  disclosures: recipient.disclosures,
  ...(signsWithCertificate(recipient) ? { certificate_signature: certificateOf(recipient) } : {}),
});

const certificateOf = ({ certificate_signature: by }: RecipientItem): Shape.Recipient['certificate_signature'] =>
  by ? { subject: by.subject, issuer: by.issuer, level: by.level } : null;

/** Presents a recipient to the viewer. */
export const presentRecipient = (stored: RecipientItem, viewer: Viewer): Shape.Recipient => {
  const { signer } = viewer;
  const own = signer?.role_name === stored.role_name ? signer : undefined;
  // A failure is everybody's: no other session can go on either.
  const recipient = own && stored.status !== 'failed' ? inSession(stored, own) : stored;
  return {
    ...seenBy(viewer, recipientSummary(recipient)),
    // Long texts are for their recipient only.
    ...(own || viewer.sender ? {} : { disclosures: null, message: null }),
    // A comment may say what stands in the documents.
    ...((own && isProven(stored, own)) || viewer.sender ? { sent_back: stored.sent_back ?? null } : {}),
    ...(own ? verificationOf(recipient, own) : {}),
    ...(own ? heldBy(stored, own) : {}),
    ...(viewer.sender ? { delivery_error: recipient.delivery_error ?? null, only_if: recipient.only_if ?? null } : {}),
    ...(own || viewer.creator ? placeOf(recipient) : {}),
    ...(viewer.creator ? secretsOf(recipient) : {}),
  };
};

/** For a session that doesn't have it for its group, nobody has agreed. */
const heldBy = (recipient: RecipientItem, of: OfSession): Pick<Shape.Recipient, 'holds'> & { agreed?: false } =>
  holdsIt(recipient, of) ? { holds: true } : { holds: false, agreed: false };

/** The next step of the signer's session. A delegator has none. */
const verificationOf = (
  recipient: RecipientItem,
  of: OfSession,
): Pick<Shape.Recipient, 'auth_step' | 'kba_questions' | 'auth_attempts_left'> => ({
  auth_step: recipient.delegated_to === null ? nextStep(recipient) : null,
  kba_questions: proofsOf(recipient, of).kba?.questions ?? null,
  // A person who has signed already is slowed down, and fails no more.
  auth_attempts_left: recipient.status === 'submitted' ? null : attemptsLeft(recipient, of),
});

const placeOf = ({
  address,
  city,
  state,
  zip,
}: RecipientItem): Pick<Shape.Recipient, 'address' | 'city' | 'state' | 'zip'> => ({
  address,
  city,
  state,
  zip,
});

type SecretsOf = Pick<
  Shape.Recipient,
  'dob' | 'phone_auth' | 'identity_provider' | 'identity_claim' | 'trust_service' | 'passcode' | 'in_app_key'
>;

/** Secrets are decrypted for permitted viewers (`secrets.ts`); what is still encrypted is never shown. */
const secretsOf = ({ dob, phone_auth, passcode, in_app_key, ...more }: RecipientItem): SecretsOf => ({
  dob,
  phone_auth,
  identity_provider: more.identity_provider,
  identity_claim: more.identity_claim,
  trust_service: more.trust_service,
  passcode,
  in_app_key,
});

const seenBy = <T extends { email: string; profile_id: string | null }>({ user }: Viewer, recipient: T): T =>
  user && recipient.email !== '' && sameEmail(recipient.email, user.email)
    ? { ...recipient, profile_id: user.profile_id }
    : recipient;

/**
 * Presents a field as the specification (2.6) and clients expect it; `images` are those stored with the envelope, and
 * `how` says how its recipient's values are written.
 */
export const presentEnvelopeField = (
  field: ShownField,
  images: readonly ImageItem[],
  how: WrittenIn,
): Shape.EnvelopeField => {
  const image = pictureOf(field, images);
  const settings = image ? { ...field.settings, base64: dataUrl(image) } : field.settings;
  return {
    envelope_id: field.envelope_id,
    document_id: field.document_id,
    name: field.name,
    role_name: field.role_name,
    type: field.type,
    required: field.required,
    // Nobody fills what a formula computes.
    readonly: field.readonly || isComputed(field),
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'file')),
    validator: field.validator,
    label: field.label,
    prepared: field.prepared,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    default: field.default,
    placeholder: field.placeholder,
    multiline: field.multiline,
    group: field.group,
    options: field.options,
    // Clients expect an empty text for an unfilled dropdown, and null for all others.
    value: field.value ?? (FIELD_KINDS[field.type].value === 'option' ? '' : null),
    stamped_text: writtenValue(field, how),
    is_valid: true,
    ...(field.rule ? { rule: presentRule(field.rule) } : {}),
  };
};

const presentRule = ({
  shown,
  computed,
  hidden_by,
  required_by,
  kept,
  always_required,
}: NonNullable<ShownField['rule']>) => ({
  shown,
  computed,
  hidden_by,
  required_by,
  kept_value: kept,
  always_required,
});

/** The field for all but the person who fills it: the value of a hidden one is nobody else's, and counts no more. */
const withoutKept = (field: ShownField): ShownField =>
  field.rule ? { ...field, rule: { ...field.rule, kept: null } } : field;

const pictureOf = (field: FieldItem, images: readonly ImageItem[]): ImageItem | undefined =>
  showsInk(field) ? images.find(({ id }) => id === field.settings.signature_id) : undefined;

const dataUrlLength = (image: ImageItem | undefined): number => 30 + Math.ceil((image?.image.length ?? 0) / 3) * 4;

const dataUrl = ({ image }: ImageItem): string => `data:image/png;base64,${Buffer.from(image).toString('base64')}`;

export const presentEnvelopeDocument = (document: DocumentItem): Shape.EnvelopeDocument => ({
  id: document.id,
  envelope_id: document.envelope_id,
  template_document_id: document.template_document_id,
  order: document.order,
  type: document.type,
  name: document.name,
  pages: document.pages,
  mime: document.mime,
  size: document.size,
  signed: document.signed,
  page_sizes: document.page_sizes,
  created_at: document.created_at,
  updated_at: document.updated_at,
});

/** Presents only that a document exists: clients count and sort documents. */
const presentWithheld = (document: DocumentItem): Shape.EnvelopeDocument => ({
  ...presentEnvelopeDocument(document),
  ...WITHHELD,
});

const WITHHELD = { template_document_id: null, name: '', pages: 0, size: 0, page_sizes: {} };

/** Presents a new access key without its secret. Its use is recorded by the envelope's events. */
export const presentAccessKey = (key: AccessKeyItem): Shape.AccessKey => ({
  id: key.id,
  envelope_id: key.envelope_id,
  role_name: key.role_name,
  recipient_name: key.role_name,
  type: key.type,
  authentication: null,
  expiration_date: key.expires_at,
  created_at: key.created_at,
  first_used: null,
  last_used: null,
});

const presentHeader = (envelope: EnvelopeItem): Shape.EnvelopeHeader => ({
  id: envelope.id,
  status: envelope.status,
  profile_id: envelope.profile_id,
  template_id: envelope.template_id,
  organization_id: envelope.organization_id,
  name: envelope.name,
  description: envelope.description,
  sender_name: envelope.sender_name,
  sender_email: envelope.sender_email,
  no_contact: envelope.no_contact,
  initial_reminder: envelope.initial_reminder,
  followup_reminders: envelope.followup_reminders,
  max_reminder_days: envelope.max_reminder_days,
  next_reminder: envelope.next_reminder,
  created_at: envelope.created_at,
  updated_at: envelope.updated_at,
  canceled_at: envelope.canceled_at,
  expires_at: envelope.expires_at,
  visibility: envelope.visibility,
  signed: envelope.signed,
  seal_error: envelope.seal_error ?? null,
  part_11: envelope.part_11 ?? false,
  retention_days: envelope.retention_days ?? null,
  delete_at: deleteAt(envelope),
  replaces: envelope.replaces ?? null,
  replaced_by: envelope.replaced_by ?? null,
  data: envelope.data,
  locale: envelope.locale,
  timezone: envelope.timezone,
  brand_key: envelope.brand_key,
  profile: { ...envelope.profile, current: false },
  // The organization's data are not for recipients.
  organization: { ...envelope.organization, data: null },
});

/** Presents the whole envelope to the viewer. */
export const presentEnvelope = (state: EnvelopeState, viewer: Viewer): Shape.Envelope => ({
  ...headerFor(viewer, state.envelope),
  recipients: state.recipients.map((recipient) => presentRecipient(recipient, viewer)),
  documents: state.documents.map(viewer.withheld ? presentWithheld : presentEnvelopeDocument),
  fields: viewer.withheld ? [] : presentFields(state, viewer),
  history_entries: presentHistory(state.events),
});

/**
 * Presents the fields: own ones as they are filled, others with submitted values. Pictures are included while the
 * answer has room, the viewer's own first; page images show all submitted ones.
 */
export const presentFields = (
  { envelope, fields, recipients, images }: EnvelopeState,
  { sender, signer, own }: Viewer,
): Shape.EnvelopeField[] => {
  const isOwn = (name: string): boolean => (own ?? [signer?.role_name]).includes(name);
  const shown = shownFields(fields, recipients, (name) => sender === true || isOwn(name));
  const pictured = [...shown].filter((field) => pictureOf(field, images));
  const first = pictured.sort((a, b) => Number(isOwn(b.role_name)) - Number(isOwn(a.role_name)));
  const withPicture = new Set<FieldItem>();
  let bytes = 0;
  for (const field of first) {
    bytes += dataUrlLength(pictureOf(field, images));
    if (bytes <= SIZES.pictures) withPicture.add(field);
  }
  return shown.map((field) => {
    const recipient = recipients.find(({ role_name }) => role_name === field.role_name);
    const mayShowAgain = isOwn(field.role_name) && recipient?.status !== 'submitted';
    return presentEnvelopeField(
      mayShowAgain ? field : withoutKept(field),
      withPicture.has(field) ? images : [],
      writtenFor(recipient, envelope),
    );
  });
};

const headerFor = ({ withheld }: Viewer, envelope: EnvelopeItem): Shape.EnvelopeHeader => ({
  ...presentHeader(envelope),
  ...(withheld ? { description: null, data: null } : {}),
});

/** Sizes of pages that a list's answer may still have. */
export interface PageBudget {
  pages: number;
}

/** Presents the envelope for lists: its recipients and documents, without fields and history. Takes from `budget`. */
export const presentListed = (envelope: EnvelopeItem, viewer: Viewer, budget: PageBudget): Shape.ListedEnvelope => ({
  ...headerFor(viewer, envelope),
  recipients: envelope.parties.map((party) => seenBy(viewer, presentParty(party, envelope.id))),
  documents: envelope.documents.map((document) => {
    const listed = presentSummary(document, envelope, budget);
    return viewer.withheld ? { ...listed, ...WITHHELD } : listed;
  }),
  fields: [],
  history_entries: [],
});

const presentSummary = (
  { page_runs = [], ...document }: DocumentSummary,
  { id: envelope_id, created_at }: EnvelopeItem,
  budget: PageBudget,
): Shape.EnvelopeDocument => {
  const page_sizes = pageSizesOf(page_runs, Math.max(1, budget.pages));
  budget.pages -= Object.keys(page_sizes).length;
  return {
    id: document.id,
    envelope_id,
    template_document_id: document.template_document_id ?? null,
    order: document.order,
    type: document.type,
    name: document.name,
    pages: document.pages,
    mime: document.mime ?? 'application/pdf',
    size: document.size ?? 0,
    signed: document.signed ?? false,
    page_sizes,
    created_at: document.created_at ?? created_at,
    updated_at: document.updated_at ?? created_at,
  };
};
