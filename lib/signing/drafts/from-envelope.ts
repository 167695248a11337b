import { copyFile } from '../../aws/files/file-store.ts';
import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { DocumentItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import type { StoredField } from '../../storage/records/field.ts';
import type { EnvelopeDefaults } from '../../storage/records/organization.ts';
import type {
  DraftSettings,
  KnownOfPerson,
  Template,
  TemplateDocumentItem,
  TemplateRoleItem,
} from '../../storage/records/template.ts';
import { NEVER } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { demandOwner } from '../envelopes/rules/access.ts';
import { demandReplaceable } from '../envelopes/rules/replacement.ts';
import { newHeader } from '../templates/create-template.ts';
import { documentFile } from '../templates/document-files.ts';

/**
 * A draft with the contents of an envelope that the caller sent, in whatever state it is: its documents as they were
 * sent, its recipients with how they are verified, and its fields without what was filled in. Throws
 * `envelope_not_found` and `not_the_owner`.
 */
export const fromEnvelope = async (
  caller: UserCaller,
  envelope_id: string,
  name?: string | null,
): Promise<Template> => {
  const state = await readWholeEnvelope(envelope_id);
  demandOwner(caller, state.envelope);
  return copied(draftOf(caller, state, name ?? state.envelope.name));
};

/**
 * A draft that corrects an envelope which the caller sent and nobody has signed: with all that the caller gave for it,
 * but secrets. Throws as `demandReplaceable`.
 */
export const correctionOf = async (caller: UserCaller, envelope_id: string): Promise<Template> => {
  const state = await readWholeEnvelope(envelope_id);
  demandReplaceable(caller, state);
  const { name, description, visibility, expires_at } = state.envelope;
  const begun = draftOf(caller, state, name);
  const { header, roles } = begun.draft;
  const known = new Map(state.recipients.map((one) => [one.role_name, knownOf(one)]));
  const draft: Begun['draft'] = {
    ...begun.draft,
    header: {
      ...header,
      description: description ?? '',
      visibility,
      draft: {
        ...header.draft,
        expires_at: expires_at ?? noneOf(caller, 'expires_after_days', NEVER),
        replaces: envelope_id,
      },
    },
    roles: roles.map((role) => ({ ...role, ...known.get(role.name) })),
  };
  return copied({ ...begun, draft });
};

/** The value by which a draft has none of a setting, where the organization's default would take its place. */
const noneOf = <T>({ records }: UserCaller, setting: keyof EnvelopeDefaults, none: T): T | null =>
  records?.organization.envelope_defaults?.[setting] ? none : null;

/** Facts that the sender gave for questions about the person. */
const knownOf = ({ address, city, state, zip, dob }: RecipientItem): KnownOfPerson => ({
  address,
  city,
  state,
  zip,
  dob,
});

/** A draft of an envelope, and the envelope's documents in the order of the draft's. */
export interface Begun {
  draft: Template & { header: { draft: DraftSettings } };
  sources: DocumentItem[];
}

/** The draft, once it has the files of its documents. */
export const copied = async ({ draft, sources }: { draft: Template; sources: DocumentItem[] }): Promise<Template> => {
  await Promise.all(
    draft.documents.map((document, index) => {
      const source = sources[index];
      return source && copyFile(source.file, documentFile(document), source.sha256);
    }),
  );
  return draft;
};

/** The draft of an envelope, in whatever state that one is. */
export const draftOf = (
  caller: UserCaller,
  { envelope, recipients, documents, fields }: EnvelopeState,
  name: string,
): Begun => {
  const id = newId();
  const { initial_reminder, followup_reminders, max_reminder_days, data } = envelope;
  const header = newHeader(caller, id, 'private', {
    name,
    initial_reminder: initial_reminder ?? noneOf(caller, 'initial_reminder', 0),
    followup_reminders: followup_reminders ?? noneOf(caller, 'followup_reminders', 0),
    max_reminder_days,
    data,
  });
  // Certificates belong to the envelope, and whoever passed a part on has none any more.
  const sources = documents.filter(({ type }) => type === 'attachment').sort((a, b) => a.order - b.order);
  const acting = recipients.filter(({ delegated_to }) => delegated_to === null);
  const ids = new Map(sources.map((document) => [document.id, newId()]));
  const { template_id, no_contact, retention_days, brand_key, locale, timezone } = envelope;
  const draft = { template_id, expires_at: null, no_contact, retention_days, brand_key, locale, timezone };
  return {
    sources,
    draft: {
      header: { ...header, draft },
      roles: acting.map((one) => roleOf(withoutPerson(one), id)),
      documents: sources.map((document) =>
        documentOf(caller, document, { id: ids.get(document.id) ?? newId(), template_id: id }),
      ),
      fields: fields
        .filter(({ role_name }) => acting.some((one) => one.role_name === role_name))
        .flatMap((field) => {
          const document_id = ids.get(field.document_id);
          return document_id ? [{ ...preparedOf(field), document_id, template_id: id }] : [];
        }),
      stars: [],
      strays: [],
    },
  };
};

/**
 * The recipient without the person whom another recipient has put in, and without whoever came first of a group: both
 * are known anew.
 */
const withoutPerson = (recipient: RecipientItem): RecipientItem =>
  recipient.named
    ? { ...recipient, first_name: '', last_name: '', email: '', phone: null, phone_auth: null }
    : { ...recipient, ...recipient.shared };

const roleOf = (
  { role_name, type, first_name, last_name, email, phone, message, sequence, order, delegator, ...more }: RecipientItem,
  template_id: string,
): TemplateRoleItem => ({
  template_id,
  name: role_name,
  type,
  full_name: `${first_name} ${last_name}`.trim() || null,
  first_name: first_name || null,
  last_name: last_name || null,
  email: email || null,
  phone,
  message,
  sequence,
  order,
  delegator,
  name_locked: more.name_locked,
  ...(more.step_needs ? { step_needs: more.step_needs } : {}),
  ...(more.only_if ? { only_if: more.only_if } : {}),
  ...(more.named_by ? { named_by: more.named_by } : {}),
  ...(more.may_name_self ? { may_name_self: true } : {}),
  ...(more.shared ? { shared: true } : {}),
  ...(more.may_send_back ? { may_send_back: true } : {}),
  ...(more.signature_meaning ? { signature_meaning: more.signature_meaning } : {}),
  locale: more.locale,
  auth_methods: more.auth_methods.filter((method) => method !== 'id'),
  phone_auth: more.phone_auth,
  identity_provider: more.identity_provider,
  identity_claim: more.identity_claim,
  trust_service: more.trust_service,
});

const documentOf = (
  { organization_id }: UserCaller,
  { name, order, pages, mime, size, page_sizes, sha256, record }: DocumentItem,
  of: { id: string; template_id: string },
): TemplateDocumentItem => {
  const at = timestamp();
  const facts = { name, order, pages, mime, size, page_sizes, sha256, record, original_name: name };
  return { ...of, ...facts, organization_id, created_at: at, updated_at: at };
};

/** A field as the sender prepared it. */
const preparedOf = (field: StoredField): StoredField => {
  const { name, role_name, document_id, type, required, readonly, settings, page, x, y, width, height } = field;
  const { validator, label, placeholder, group, multiline, options, default: preset } = field;
  const place = { document_id, page, x, y, width, height };
  const filled = { validator, label, placeholder, group, multiline, options, default: preset };
  return { name, role_name, type, required, readonly, settings, ...place, ...filled };
};
