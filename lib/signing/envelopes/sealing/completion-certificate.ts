import { sealCertificates } from '../../../aws/keys/seal-signer.ts';
import { config } from '../../../base/config.ts';
import { sha256 } from '../../../base/ids.ts';
import { chooseLocale } from '../../../base/languages.ts';
import { FIELD_KINDS, isTick, showsInk, type ValueForm } from '../../../fields/kinds.ts';
import { rulesIn } from '../../../fields/rules/rule-fields.ts';
import { type WrittenIn, writtenFor, writtenValue } from '../../../fields/written.ts';
import type {
  CertificateModel,
  CertificateProof,
  CertificateStep,
  CertificateValue,
} from '../../../pdf/completion-certificate/model.ts';
import { type Spoken, spokenIn } from '../../../pdf/completion-certificate/words.ts';
import { graphemesOf } from '../../../pdf/fonts/line-breaks.ts';
import { lowerLevel } from '../../../pdf/trust/level.ts';
import type { SealLevel } from '../../../pdf/trust/levels.ts';
import type {
  DocumentItem,
  EnvelopeState,
  EventItem,
  FieldItem,
  RecipientItem,
  Verification,
} from '../../../storage/records/envelope.ts';
import { presentRecord } from '../../documents/document-of-record.ts';
import { auditFile } from '../answers/audit.ts';
import { delegateIn } from '../answers/history.ts';
import type { Actor } from '../rules/chain.ts';
import { isShown, type ShownField, submittedByRules } from '../rules/field-rules.ts';
import { fullName } from '../rules/full-name.ts';
import { IDENTITY } from '../rules/identity.ts';
import { MEANING_WORDS } from '../rules/meaning-words.ts';
import type { Declaration, PasskeySignature } from '../rules/signed-statement.ts';
import { mustAct, signersOf, stepOf } from '../rules/steps.ts';
import { certificateProofs } from './certificate-proofs.ts';
import { conditionInWords } from './rule-words.ts';

/** Makes the contents of the certificate of completion, for an envelope whose documents are sealed. */
export const certificateModel = async (state: EnvelopeState, generated_at: string): Promise<CertificateModel> => {
  const { envelope, documents, recipients, events } = state;
  const [certificate] = await sealCertificates();
  const { locale: ofOrganization } = envelope.organization;
  const locale = chooseLocale(envelope.locale, typeof ofOrganization === 'string' ? ofOrganization : null);
  const spoken = spokenIn(locale);
  return {
    locale,
    envelope: {
      id: envelope.id,
      name: envelope.name,
      status: spoken.say('status_complete'),
      created_at: envelope.created_at,
      completed_at: envelope.completed_at,
      sender_name: envelope.sender_name,
      sender_email: envelope.sender_email,
      organization_name: String(envelope.organization.name ?? ''),
    },
    documents: documents.map((document) => ({
      name: document.name,
      pages: document.pages,
      ...presentRecord(document),
      sealed_sha256: document.sealed_sha256 ?? '',
    })),
    recipients: recipients.map((recipient) => certifiedRecipient(recipient, state, spoken)),
    events: events.map(({ sequence, created_at, event, role_name, event_detail, actor, hash, subject, data }) => ({
      sequence,
      created_at,
      event,
      role_name: role_name || null,
      recipient: subject.recipient ? fullName(subject.recipient) : null,
      // Its own is the role that the delegator has from then on.
      detail: (event === 'recipient:delegated' ? delegateIn({ data }) : event_detail) || null,
      is_stated: STATED_DETAILS.has(event),
      actor: actorName(actor),
      client: actor.client?.name ?? null,
      ip: actor.ip,
      hash,
    })),
    chain: { head: envelope.chain_head, count: envelope.event_count, algorithm: 'SHA-256 over RFC 8785 JSON' },
    seal: {
      ...lowestSeal(documents),
      subject: certificate?.subject.replaceAll('\n', ', ') ?? '',
      sha256: certificate ? sha256(certificate.raw) : '',
    },
    check_url: `${config.baseUrl()}/verify`,
    audit: auditFile(state),
    generated_at,
  };
};

/** The lowest level of the documents' seals, and why it isn't higher. */
const lowestSeal = (documents: readonly DocumentItem[]): Pick<CertificateModel['seal'], 'level' | 'reason'> => {
  const level = documents.map(({ seal_level }) => (seal_level ?? 'B-B') as SealLevel).reduce(lowerLevel, 'B-LTA');
  return { level, reason: documents.find(({ seal_level }) => seal_level === level)?.seal_reason ?? null };
};

const certifiedRecipient = (
  recipient: RecipientItem,
  state: EnvelopeState,
  spoken: Spoken,
): CertificateModel['recipients'][number] => {
  const { images, events, documents } = state;
  const fields = submittedByRules(state.fields, state.recipients);
  const own = fields.filter(({ role_name }) => role_name === recipient.role_name);
  const shown = (type: string) => own.find((field) => field.type === type && field.settings.signature_id);
  const imageOf = (type: string) => images.find(({ id }) => id === shown(type)?.settings.signature_id)?.image;
  const written = writtenFor(recipient, state.envelope);
  const signed_at = shown('signature')?.settings.signed_at;
  const binding = lastEvent(recipient, events, 'recipient:signed');
  const bound = (Array.isArray(binding?.data.documents) ? binding.data.documents : []) as { id?: string }[];
  return {
    role_name: recipient.role_name,
    name: fullName(recipient),
    email: recipient.email || (recipient.phone ?? ''),
    type: spoken.say(`type_${recipient.type}`),
    status: spoken.say(statusWord(recipient)),
    ...stepOfRecipient(recipient, state, spoken),
    ...(recipient.only_if ? { only_if: shortened(conditionInWords(recipient.only_if, { fields, spoken })) } : {}),
    ...namedByOf(recipient, state),
    ...(recipient.shared ? { group: fullName(recipient.shared) } : {}),
    ...sendingsBack(recipient, state, spoken),
    ...earlierSignatures(recipient, events, spoken),
    delegated_to: recipient.delegated_to,
    authentication: [
      ...proofOfOpening(recipient, events, spoken),
      ...proofOfClaim(recipient, events, spoken),
      ...proofs(recipient, events, spoken),
      ...passkeyProofs(recipient, events, spoken),
      ...certificateProofs(binding, spoken),
      ...declared(recipient, events, spoken),
    ],
    locale: written.locale,
    timezone: recipient.timezone,
    steps: stepsOf(recipient, events, typeof signed_at === 'string' ? signed_at : null),
    bound_by: binding?.sequence ?? null,
    shown_documents: documents.flatMap(({ id }, index) => (bound.some((one) => one.id === id) ? index + 1 : [])),
    values:
      recipient.status === 'submitted'
        ? own
            .filter(({ value }) => value !== null && value !== '')
            .map((field) => certifiedValue(field, written, documents, spoken))
        : [],
    ...hiddenFrom(recipient, own, fields, documents, spoken, binding?.data.rules_seen === 'stated'),
    disclosures: recipient.disclosures,
    is_shown: lastEvent(recipient, events, 'recipient:agreed')?.data.shown_by === 'platform',
    signature_image: imageOf('signature'),
    initials_image: imageOf('initial'),
  };
};

const statusWord = ({ delegated_to, released, skipped, status }: RecipientItem) => {
  if (delegated_to) return 'delegated';
  if (skipped) return 'status_skipped';
  return released ? 'status_released' : (`status_${status}` as const);
};

/** Name of whoever has put the recipient in, or was to. */
const namedByOf = ({ named_by }: RecipientItem, { recipients }: Pick<EnvelopeState, 'recipients'>) => {
  const by = recipients.find(({ role_name }) => role_name === named_by);
  return by ? { named_by: fullName(by) || by.role_name } : {};
};

/** The times that the recipient sent the envelope back, with the comments. */
const sendingsBack = (
  { role_name }: RecipientItem,
  { recipients, events }: Pick<EnvelopeState, 'recipients' | 'events'>,
  { say, moment }: Spoken,
): Pick<CertificateModel['recipients'][number], 'sent_back'> => {
  const own = events.filter((one) => one.event === 'recipient:sent_back' && one.role_name === role_name);
  if (own.length === 0) return {};
  const nameOf = (role: unknown): string => {
    const recipient = recipients.find((one) => one.role_name === role);
    return (recipient && fullName(recipient)) || String(role);
  };
  return {
    sent_back: own.map(({ sequence, created_at, data }) => ({
      statement: say('sent_back', { number: sequence, time: moment(created_at) }),
      to: listIn(data.back_to).map(nameOf),
      reason: String(data.reason),
    })),
  };
};

/** The recipient's signatures that count no longer, because the envelope was sent back after them. */
const earlierSignatures = (
  { role_name }: RecipientItem,
  events: readonly EventItem[],
  { say }: Spoken,
): Pick<CertificateModel['recipients'][number], 'signed_before'> => {
  const signed_before = events.flatMap(({ event, sequence: by, data }) => {
    if (event !== 'recipient:sent_back' || !listIn(data.reopened).includes(role_name)) return [];
    const signed = events.findLast(
      (one) => one.event === 'recipient:signed' && one.role_name === role_name && one.sequence < by,
    );
    return signed ? [say('signed_before', { number: signed.sequence, by })] : [];
  });
  return signed_before.length > 0 ? { signed_before } : {};
};

const listIn = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);

/** The recipient's step, where some of it are enough, with who signed for it. */
const stepOfRecipient = (
  recipient: RecipientItem,
  { recipients }: Pick<EnvelopeState, 'recipients'>,
  { say }: Spoken,
): Pick<CertificateModel['recipients'][number], 'step'> => {
  const { step_needs: needs, sequence: number } = recipient;
  if (!needs || !mustAct(recipient)) return {};
  const step = stepOf(recipients, recipient);
  const signed = signersOf(step).map(fullName);
  const statement = say('step_some', { number, needs, count: step.length, signed: signed.length });
  return { step: { statement, signed } };
};

/**
 * Events whose detail is one of the platform's own words. Others' may hold names of roles and fields, and what servers
 * wrote.
 */
const STATED_DETAILS: ReadonlySet<string> = new Set([
  'envelope:created',
  'envelope:canceled',
  'envelope:seal_failed',
  'invitation:resent',
  'owner:get_in_person_link',
  'recipient:invited',
  'recipient:reminder',
  'recipient:claimed',
  'recipient:opened',
  'recipient:code_requested',
  'recipient:pin_verified',
  'recipient:pin_failed',
  'recipient:kba_verified',
  'recipient:kba_failed',
  'recipient:id_verified',
  'recipient:id_failed',
  'recipient:failed',
  'recipient:signed',
  'recipient:submitted',
  'recipient:declined',
  'recipient:name_requested',
  'recipient:updated_info',
  'recipient:reported',
]);

const lastEvent = ({ role_name }: RecipientItem, events: readonly EventItem[], name: string): EventItem | undefined =>
  events.findLast(({ event, role_name: role }) => event === name && role === role_name);

/** The recipient's acts with their connections, in order. */
const stepsOf = (
  recipient: RecipientItem,
  events: readonly EventItem[],
  placed_at: string | null,
): CertificateStep[] => {
  const invited = lastEvent(recipient, events, 'recipient:invited')?.created_at ?? null;
  const acts: [step: CertificateStep['step'], at: string | null, event?: string][] = [
    // Somebody else invites: that connection says nothing about the recipient.
    ['invited', invited],
    ['opened', recipient.opened_at, 'recipient:opened'],
    ['accepted', recipient.disclosures_accepted_at, 'recipient:agreed'],
    // A signature is put into its field at any time before the submit, which signs.
    ['placed', placed_at],
    [placed_at ? 'signed' : 'submitted', recipient.submitted_at, 'recipient:submitted'],
  ];
  return acts.flatMap(([step, at, name]) => {
    if (!at) return [];
    const event = name ? lastEvent(recipient, events, name) : undefined;
    const actor = event?.created_at === at ? event.actor : null;
    return { step, at, ip: actor?.ip ?? null, user_agent: actor?.user_agent ?? null };
  });
};

/** Graphemes of a value that are printed. The document itself has it whole. */
const MOST_OF_VALUE = 300;

const certifiedValue = (
  field: FieldItem,
  how: WrittenIn,
  documents: readonly DocumentItem[],
  spoken: Spoken,
): CertificateValue => {
  const { name, label, document_id, page, prepared, prepared_value, settings } = field;
  const document = documents.findIndex(({ id }) => id === document_id) + 1;
  const value = valueInWords(field, how, spoken);
  const line = graphemesOf(value.replace(/\s+/gu, ' '));
  const printed = line.length > MOST_OF_VALUE ? `${line.slice(0, MOST_OF_VALUE).join('')}…` : line.join('');
  const isFile = FIELD_KINDS[field.type].value === 'file' && typeof settings.sha256 === 'string';
  return {
    field: label && label !== name ? `${label} (${name})` : name,
    document: document > 0 ? document : null,
    page,
    value: printed,
    is_stated: showsInk(field) || isTick(field),
    prepared: prepared && field.value === prepared_value,
    sha256: isFile ? String(settings.sha256) : printed === value ? null : sha256(value),
  };
};

/** The fields that rules hid when a recipient submitted, and whether the application had stated what it showed. */
const hiddenFrom = (
  { status }: RecipientItem,
  own: readonly ShownField[],
  all: readonly ShownField[],
  documents: readonly DocumentItem[],
  spoken: Spoken,
  isStated: boolean,
): Pick<CertificateModel['recipients'][number], 'hidden' | 'is_hidden_unstated'> => {
  const hidden = status === 'submitted' ? own.filter((field) => !isShown(field)) : [];
  if (hidden.length === 0) return {};
  return {
    ...(isStated ? {} : { is_hidden_unstated: true }),
    hidden: hidden.map(({ name, label, document_id, page, rule }) => {
      const document = documents.findIndex(({ id }) => id === document_id) + 1;
      const rules = (rule?.hidden_by ?? []).flatMap((by) => {
        const show = rulesIn(all.find((field) => field.name === by)?.settings ?? {})?.show;
        return show ? [shortened(conditionInWords(show, { fields: all, spoken }))] : [];
      });
      const field = label && label !== name ? `${label} (${name})` : name;
      return { field, document: document > 0 ? document : null, page, rules };
    }),
  };
};

const shortened = (text: string): string => {
  const graphemes = graphemesOf(text.replace(/\s+/gu, ' '));
  return graphemes.length > MOST_OF_VALUE ? `${graphemes.slice(0, MOST_OF_VALUE).join('')}…` : graphemes.join('');
};

/** A value as the document has it; in words, what stands there as a picture or a mark, and a file by its name alone. */
const valueInWords = (field: FieldItem, how: WrittenIn, spoken: Spoken): string =>
  IN_WORDS[FIELD_KINDS[field.type].value](field, spoken, how);

type InWords = (field: FieldItem, spoken: Spoken, how: WrittenIn) => string;

const tickInWords: InWords = ({ value }, { say }) => say(value === 'true' ? 'checked' : 'unchecked');
const asWritten: InWords = (field, _, how) => writtenValue(field, how) ?? '';

const IN_WORDS: Record<ValueForm, InWords> = {
  text: ({ value }) => value ?? '',
  date: asWritten,
  option: asWritten,
  tick: tickInWords,
  choice: tickInWords,
  // At the time that stands below it on the document.
  ink: ({ type, settings }, { say, moment, localMoment }, how) => {
    const mark = say(FIELD_KINDS[type].ink ?? 'signature');
    const at = settings.signed_at;
    return typeof at === 'string' ? say('mark_at', { mark, time: localMoment(at, how) ?? moment(at) }) : mark;
  },
  file: ({ settings }) => String(settings.name ?? ''),
  moment: asWritten,
  none: asWritten,
};

/** A link belongs to one address: a new address gets new links. */
const proofOfOpening = (
  recipient: RecipientItem,
  events: readonly EventItem[],
  { say }: Spoken,
): CertificateProof[] => {
  const { key_used_to_conclude: key, email, phone } = recipient;
  // Nobody sent the link to which a confirmed address led.
  if (!key || isKeyOfClaim(recipient, events)) return [];
  const address = key === 'email' ? email : key === 'sms' ? phone : null;
  return [{ statement: say(`link_${key}`, { address: address ?? '' }), name: null }];
};

/** True if the recipient concluded through the link that followed the confirmation of the address. */
const isKeyOfClaim = ({ role_name }: RecipientItem, events: readonly EventItem[]): boolean => {
  const own = events.filter((event) => event.role_name === role_name);
  const last = own.findLast(({ event }) => event === 'recipient:submitted' || event === 'recipient:declined');
  return own.some(({ event, actor }) => event === 'recipient:claimed' && actor.id === (last?.actor.id ?? ''));
};

/** The address that a visitor of the template's link has confirmed before the signing, and later changes. */
const proofOfClaim = (recipient: RecipientItem, events: readonly EventItem[], spoken: Spoken): CertificateProof[] => {
  const claimed = lastEvent(recipient, events, 'recipient:claimed');
  const { address, name } = (claimed?.data.verified ?? {}) as Partial<Record<'address' | 'name', string>>;
  // Another person may have the role by now.
  if (!claimed || address === undefined || address !== recipient.email) return [];
  const time = spoken.moment(claimed.created_at);
  const since = changesSince(recipient.role_name, claimed.created_at, events, spoken);
  return [{ statement: spoken.say('link_claimed', { address, time, since }), name: name ?? null }];
};

/** Passed methods of verification: the person and address at that time, the time, and later changes. */
const proofs = (recipient: RecipientItem, events: readonly EventItem[], spoken: Spoken): CertificateProof[] => {
  const { role_name, authentication, verifications } = recipient;
  const { say, moment } = spoken;
  // Older records lack these facts, so they are read from the chain.
  if (!verifications) {
    const last = events.findLast(({ event, role_name: role }) => role === role_name && PASSED.includes(event));
    return authentication.map((proof) => ({
      statement: `${proof}, ${changesSince(role_name, last?.created_at ?? '', events, spoken)}`,
      name: null,
    }));
  }
  return verifications.map((verified) => {
    const { method, proof, name, address, at } = verified;
    const since = changesSince(role_name, at, events, spoken);
    if (method === 'oidc') return { statement: `${atProvider(verified, spoken)}, ${since}`, name };
    // The record of a check by questions names the bureau that asked them.
    const [, bureau] = method === 'kba' ? (/(\(.+\))$/.exec(proof) ?? []) : [];
    const way = [say(`method_${method}`), bureau].filter((part) => part).join(' ');
    const proven = address ? say('to_address', { proof: way, address }) : way;
    return { statement: say('passed', { proof: proven, time: moment(at), since }), name };
  });
};

/** The sign-in at an identity provider: issuer, subject and time, and what the sender had demanded of the person. */
const atProvider = ({ issuer, subject, claim, address, at }: Verification, { say, moment }: Spoken): string =>
  say('signed_in_at', {
    issuer: issuer ?? '',
    subject: subject ?? '',
    claim: claim ? `${claim.name}: ${claim.value}` : `email: ${address ?? ''}`,
    time: moment(at),
  });

/** Name, time and meaning of a signature that no passkey made (21 CFR 11.50). */
const declared = (
  recipient: RecipientItem,
  events: readonly EventItem[],
  { say, moment, language }: Spoken,
): CertificateProof[] => {
  const { declaration, passkey } = signedBy(recipient, events);
  if (!declaration || passkey) return [];
  const { name, time, meaning } = declaration;
  return [{ statement: say('declared', { time: moment(time), meaning: MEANING_WORDS[meaning][language] }), name }];
};

const signedBy = (recipient: RecipientItem, events: readonly EventItem[]) =>
  (lastEvent(recipient, events, 'recipient:signed')?.data ?? {}) as Partial<{
    declaration: Declaration;
    passkey: PasskeySignature;
  }>;

/** The signature by a passkey: its page and meaning, and the facts that it shows. */
const passkeyProofs = (
  recipient: RecipientItem,
  events: readonly EventItem[],
  { say, moment, language }: Spoken,
): CertificateProof[] => {
  const { declaration, passkey } = signedBy(recipient, events);
  if (!declaration || !passkey) return [];
  const { origin, rp_id: host, public_key } = passkey;
  const meaning = MEANING_WORDS[declaration.meaning][language];
  const said = { address: recipient.email, time: moment(declaration.time), origin, host, meaning };
  return [
    { statement: say('passkey_signed', said), name: declaration.name },
    { statement: say('passkey_is', { hash: sha256(Buffer.from(public_key, 'base64url')) }), name: null },
  ];
};

const PASSED = ['recipient:pin_verified', 'recipient:kba_verified', 'recipient:id_verified'];
const CHANGED = ['owner:updated_recipient_info', 'recipient:updated_info'];

const changesSince = (role: string, at: string, events: readonly EventItem[], { say }: Spoken): string => {
  const since = events.filter(
    ({ event, role_name, created_at }) => CHANGED.includes(event) && role_name === role && created_at > at,
  );
  const names = since.flatMap(({ data }) =>
    Array.isArray(data.changed) ? data.changed.map(String) : Object.keys(data.changed ?? {}),
  );
  const changed = IDENTITY.filter((name) => names.includes(name)).map((name) => say(`changed_${name}`));
  return changed.length === 0 ? say('unchanged') : say('changed', { names: changed.join(', ') });
};

const actorName = ({ type, email }: Actor): string => (type === 'system' ? 'Countersign' : (email ?? type));
