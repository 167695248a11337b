import { fileKeys } from '../../../aws/files/file-keys.ts';
import { copyFile, putFile } from '../../../aws/files/file-store.ts';
import type { UploadedFile } from '../../../aws/files/uploaded-file.ts';
import { byCode } from '../../../base/by-code.ts';
import { fail, invalid } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import { envelopeBrand, envelopeBrandAt } from '../../../people/brands/snapshot.ts';
import { demandDailyMessagesLeft, messagesTodayAt } from '../../../people/organizations/daily-messages.ts';
import type { PipelineSettings } from '../../../people/organizations/organization-schema.ts';
import { isActive } from '../../../people/profiles/profile-store.ts';
import { readAt, readTogether } from '../../../storage/engine/read.ts';
import type { Write } from '../../../storage/engine/write.ts';
import { profileAt } from '../../../storage/profiles.ts';
import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import type { ProfileItem } from '../../../storage/records/profile.ts';
import type { Template, TemplateItem } from '../../../storage/records/template.ts';
import { type AcceptedDocument, acceptDocuments, documentSources } from '../../documents/accept.ts';
import { presentRecord } from '../../documents/document-of-record.ts';
import { discardUploads } from '../../documents/uploads.ts';
import type { Target } from '../../pipeline/additions.ts';
import { processDocuments } from '../../pipeline/process.ts';
import { documentFile } from '../../templates/document-files.ts';
import { presentRole } from '../../templates/present-template.ts';
import { templateFor, usedTemplate } from '../../templates/template-store.ts';
import { LIMITS, type NewEnvelope } from '../envelope-schema.ts';
import { actorOf } from '../rules/actor.ts';
import type { NewEvent } from '../rules/chain.ts';
import { claimedRole, visitorActor } from '../rules/claimed-role.ts';
import { sentRules } from '../rules/field-rules.ts';
import { firstReminder, inviteNext } from '../rules/lifecycle.ts';
import { newEnvelopeState, type SourceDocument, type Sources, type TemplateDefaults } from '../rules/new-envelope.ts';
import { replacedBy } from '../rules/replacement.ts';
import { senderOrganization, senderProfile } from '../rules/sender.ts';
import { sentEvidence } from '../rules/value-evidence.ts';
import { commitNewEnvelope, type WrittenBeside } from './commit.ts';
import { copyFirstPage, drawFirstPage } from './draw-first-page.ts';

/**
 * Creates an envelope from a template or from documents, and invites the first level. All checks come before the first
 * write; the remains of a failure half-way can't be reached.
 */
export const createEnvelope = async (
  caller: UserCaller,
  request: NewEnvelope,
  files: readonly UploadedFile[],
  origin: Origin,
): Promise<EnvelopeState> =>
  create(caller, request, origin, (id, settings) =>
    request.template_id
      ? fromTemplate(caller, id, request, files)
      : fromDocuments(caller, id, request, files, settings),
  );

/** A draft from which an envelope is made, and what is written with the envelope. */
export interface DraftSource {
  draft: Template;
  /** The template that the draft was made from, if there still is one: it counts as used. */
  template: TemplateItem | undefined;
  also: (envelope_id: string) => readonly Write[];
  /** Called if one of `also` doesn't hold; throws a failure. */
  refuse: () => never;
  /** The envelope that the new one replaces. */
  replaces: EnvelopeState | undefined;
}

/**
 * Creates the envelope of a draft, and makes the writes `also` and the end of the replaced envelope in the same
 * transaction.
 */
export const createEnvelopeOfDraft = (
  caller: UserCaller,
  request: NewEnvelope,
  origin: Origin,
  { draft, template, also, refuse, replaces }: DraftSource,
): Promise<EnvelopeState> =>
  create(caller, request, origin, async (id) => {
    const content = ofTemplate(caller, id, request, draft);
    const defaults = { ...content.sources.defaults, template_id: template?.id ?? null };
    return {
      ...content,
      sources: { ...content.sources, defaults },
      also: [...(template ? usedTemplate(template) : []), ...also(id)],
      refuse,
      replaces,
    };
  });

/** A visitor of a template's link, for whom an envelope is made in its owner's name. */
export interface VisitorSource {
  template: Template;
  /** The visitor's role, and the key of the link that opens it. */
  role_name: string;
  newKey: (recipient: RecipientItem) => AccessKeyItem;
  /** What the trail says of the link. */
  link: Readonly<Record<string, unknown>>;
  also: (state: EnvelopeState) => readonly Write[];
  /** Called if one of `also` doesn't hold; throws a failure. */
  refuse: () => never;
}

/**
 * Creates an envelope of a template for a visitor who has confirmed an address. `caller` sends it. The visitor isn't
 * invited by a message, because the visit goes on with the signing; other recipients are.
 */
export const createEnvelopeForVisitor = (
  caller: UserCaller,
  request: NewEnvelope,
  origin: Origin,
  { template, also, refuse, ...visitor }: VisitorSource,
): Promise<EnvelopeState> =>
  create(caller, request, origin, async (id) => ({
    ...ofTemplate(caller, id, request, template),
    owner: await templateOwner(caller, template.header),
    also: usedTemplate(template.header),
    alsoOf: also,
    refuse,
    visitor,
  }));

/** The envelope that a draft would become, with the draft's own documents. Writes nothing. */
export const envelopeOfDraft = async (
  caller: UserCaller,
  request: NewEnvelope,
  draft: Template,
): Promise<EnvelopeState> => {
  const id = newId();
  const { sources } = ofTemplate(caller, id, request, draft);
  const state = newEnvelopeState(id, request, { owner: caller, ...(await readSender(caller, request)), ...sources });
  const own = new Map(state.documents.map((document) => [document.id, document.template_document_id ?? document.id]));
  const ownId = (document_id: string): string => own.get(document_id) ?? document_id;
  return {
    ...state,
    documents: state.documents.map((document) => ({ ...document, id: ownId(document.id) })),
    fields: state.fields.map((field) => ({ ...field, document_id: ownId(field.document_id) })),
  };
};

const create = async (
  caller: UserCaller,
  request: NewEnvelope,
  origin: Origin,
  contentOf: (envelope_id: string, settings: () => Promise<PipelineSettings>) => Promise<Content>,
): Promise<EnvelopeState> => {
  const id = newId();
  const reading = readSender(caller, request);
  const settings = async () => (await reading).organization.pipeline_settings;
  const [sender, content] = await Promise.all([reading, contentOf(id, settings)]);
  const state = newEnvelopeState(id, content.request, {
    owner: caller,
    ...sender,
    ...(content.owner ? ownedBy(content.owner) : {}),
    ...content.sources,
  });
  await content.store();
  const { visitor, refuse, replaces: old } = content;
  const person = visitor && state.recipients.find(({ role_name }) => role_name === visitor.role_name);
  const key = visitor && person ? visitor.newKey(person) : undefined;
  const actor = person && key ? visitorActor(person, key.id, origin) : actorOf(caller, origin);
  const invited = inviteNext(state.recipients, state.envelope, actor);
  const also = [...content.also, ...(content.alsoOf?.(state) ?? [])];
  const replaces = old?.envelope.id;
  const created: NewEvent = {
    event: 'envelope:created',
    actor,
    ...(replaces ? { event_detail: `replaces ${replaces}` } : {}),
    data: { ...sentData(state), ...(replaces ? { replaces } : {}), ...(visitor ? { link: visitor.link } : {}) },
  };
  const others = invited.events.filter(({ role_name }) => role_name !== visitor?.role_name);
  const change = {
    envelope: {
      next_reminder: firstReminder(state.envelope, state.envelope.created_at),
      ...(replaces ? { replaces } : {}),
    },
    recipients: invited.recipients,
    ...(key ? { keys: [key] } : {}),
    events: [
      created,
      ...(visitor && person ? [claimedRole(person, visitor.link, actor, state.envelope.created_at)] : []),
      ...others,
    ],
  };
  const made = await commitNewEnvelope(state, change, {
    also,
    refuse,
    other: old && { known: old, decide: (now, at) => replacedBy(id, caller, now, actor, at) },
  });
  await content.done();
  return made;
};

const ownedBy = (profile: ProfileItem): Pick<Sources, 'owner' | 'profile'> => {
  const { id: profile_id, organization_id, email, first_name, last_name } = profile;
  return { owner: { profile_id, organization_id, email, first_name, last_name }, profile: senderProfile(profile) };
};

interface Content {
  /** Profile of the template's owner, if envelopes made from it are the owner's. */
  owner?: ProfileItem | undefined;
  /** The request, with the fields that documents contained. */
  request: NewEnvelope;
  sources: Pick<Sources, 'documents' | 'roles' | 'fields' | 'defaults'>;
  /** Stores the documents at the places that the envelope names. */
  store: () => Promise<unknown>;
  /** Further writes of the transaction, and what to throw if one of them doesn't hold. */
  also: WrittenBeside['also'];
  alsoOf?: (state: EnvelopeState) => readonly Write[];
  refuse?: WrittenBeside['refuse'];
  /** The person for whom a template's link makes it. */
  visitor?: Pick<VisitorSource, 'role_name' | 'newKey' | 'link'>;
  /** The envelope that ends with the making of this one. */
  replaces?: EnvelopeState | undefined;
  /** Deletes what is no longer needed once the envelope exists. */
  done: () => Promise<unknown>;
}

const readSender = async (caller: UserCaller, { brand_key, no_contact }: NewEnvelope) => {
  const { organization_id } = caller;
  // The session's own: an organization's partition has no room to read them twice for every envelope.
  const { organization, profile } = caller.records ?? fail('unauthorized');
  const [named, ...today] = await readTogether([
    envelopeBrandAt(organization_id, brand_key),
    ...messagesTodayAt(organization_id),
  ]);
  // An envelope without messages can be created even if no more messages may be sent today.
  if (!no_contact) demandDailyMessagesLeft(today);
  return {
    organization: senderOrganization(organization),
    part_11: organization.part_11 ?? false,
    retention_days: organization.retention_days ?? null,
    envelope_defaults: organization.envelope_defaults,
    list_parts: organization.list_parts,
    profile: senderProfile(profile),
    brand: await envelopeBrand(organization_id, brand_key, named),
  };
};

const fromDocuments = async (
  caller: UserCaller,
  envelope_id: string,
  request: NewEnvelope,
  files: readonly UploadedFile[],
  settings: () => Promise<PipelineSettings>,
): Promise<Content> => {
  const given = documentSources(request.documents ?? [], files);
  if (given.length === 0) return invalid('documents', 'at least one is required (or a template_id)');
  const accepted = await acceptDocuments(given, caller.organization_id);
  const org = caller.organization_id;
  const processed = await processDocuments(accepted, await settings(), pipelineTarget(request));
  const documents = processed.documents.map((document) => sourceDocument(org, envelope_id, document));
  const brought = processed.fields.map((field) => ({
    ...field,
    document_id: documents.findIndex(({ id }) => id === field.document_id),
  }));
  return {
    request: { ...request, fields: [...(request.fields ?? []), ...brought] },
    sources: { documents, roles: [], fields: [], defaults: NO_DEFAULTS },
    store: () =>
      Promise.all([
        ...processed.documents.map(({ bytes, mime, sha256 }, at) =>
          putFile(documents[at]?.file ?? '', bytes, mime, sha256),
        ),
        storeFirstPage(documents, async ({ id, sha256 }) => {
          const bytes = processed.documents.find((document) => document.id === id)?.bytes;
          if (bytes) await drawFirstPage({ organization_id: org, envelope_id, id, sha256 }, bytes);
        }),
      ]),
    also: [],
    done: () => discardUploads(accepted, org),
  };
};

/** Stores the page that whoever opens the envelope sees first. */
const storeFirstPage = async (
  documents: readonly SourceDocument[],
  store: (document: SourceDocument) => Promise<void>,
): Promise<void> => {
  const [first] = documents.toSorted((a, b) => a.order - b.order || byCode(a.id, b.id));
  if (first) await store(first);
};

/**
 * The target of the documents' fields. They can't add recipients, so each field must belong to one of the request's.
 */
const pipelineTarget = ({ recipients, fields }: NewEnvelope): Target => {
  const named = recipients.flatMap(({ role_name, name, type, sequence, order }, index) => {
    const role = role_name ?? name;
    return role ? [{ name: role, type: type ?? 'signer', sequence: sequence ?? 1, order: order ?? index + 1 }] : [];
  });
  return {
    roles: named.sort((a, b) => a.sequence - b.sequence || a.order - b.order),
    names: (fields ?? []).map(({ name }) => name),
    room: { fields: LIMITS.fields - (fields ?? []).length, roles: 0 },
  };
};

const NO_DEFAULTS: TemplateDefaults = {
  template_id: null,
  name: null,
  description: null,
  initial_reminder: null,
  followup_reminders: null,
  max_reminder_days: null,
};

const sourceDocument = (org: string, envelope_id: string, document: AcceptedDocument): SourceDocument => ({
  ...document,
  template_document_id: null,
  file: fileKeys.envelopeDocument(org, envelope_id, document.id),
});

const fromTemplate = async (
  caller: UserCaller,
  envelope_id: string,
  request: NewEnvelope,
  files: readonly UploadedFile[],
): Promise<Content> => {
  if (request.documents?.length || files.length > 0) {
    invalid('documents', "an envelope from a template has the template's documents");
  }
  const template = await templateFor(caller, request.template_id ?? '', 'use');
  if (template.documents.length === 0) fail('template_not_sendable', { reason: 'it has no documents' });
  const content = ofTemplate(caller, envelope_id, request, template);
  return { ...content, owner: await templateOwner(caller, template.header), also: usedTemplate(template.header) };
};

const ofTemplate = (
  caller: UserCaller,
  envelope_id: string,
  request: NewEnvelope,
  template: Template,
): Omit<Content, 'also'> => {
  const { header } = template;
  const copies = template.documents.map((document) => copyOf(caller.organization_id, envelope_id, document));
  return {
    request,
    sources: {
      documents: copies,
      // Another organization's public template gives its roles, but not the persons in them.
      roles: template.roles.map((role) => presentRole(role, header.organization_id !== caller.organization_id)),
      fields: template.fields.map(({ template_id: _id, ...field }) => field),
      defaults: {
        template_id: header.id,
        name: header.name,
        description: header.description ?? null,
        initial_reminder: header.initial_reminder,
        followup_reminders: header.followup_reminders,
        max_reminder_days: header.max_reminder_days,
      },
    },
    // The envelope has its own copy, because a template may change or be deleted.
    store: () =>
      Promise.all([
        ...template.documents.map((document, at) =>
          copyFile(documentFile(document), copies[at]?.file ?? '', document.sha256),
        ),
        storeFirstPage(copies, async ({ id, sha256, template_document_id }) => {
          const source = template.documents.find((document) => document.id === template_document_id);
          if (source) await copyFirstPage(source, { organization_id: caller.organization_id, envelope_id, id, sha256 });
        }),
      ]),
    done: async () => undefined,
  };
};

/**
 * Profile of the template's owner if that is to send envelopes that a colleague makes. Another organization's template
 * gives no right to send in its owner's name. Throws `template_not_sendable` if the owner is no active member.
 */
const templateOwner = async (
  { organization_id, profile_id }: UserCaller,
  { sender, ...header }: TemplateItem,
): Promise<ProfileItem | undefined> => {
  const isOwners = sender === 'template_owner' && header.organization_id === organization_id;
  if (!isOwners || header.profile_id === profile_id) return undefined;
  const owner = await readAt(profileAt(organization_id, header.profile_id));
  if (isActive(owner)) return owner;
  return fail('template_not_sendable', { reason: 'its owner, who is to send it, is no active member' });
};

const copyOf = (org: string, envelope_id: string, document: Template['documents'][number]): SourceDocument => {
  const id = newId();
  return {
    id,
    name: document.name,
    mime: 'application/pdf',
    size: document.size,
    pages: document.pages,
    page_sizes: document.page_sizes,
    sha256: document.sha256,
    record: document.record,
    order: document.order,
    template_document_id: document.id,
    file: fileKeys.envelopeDocument(org, envelope_id, id),
  };
};

/** Facts of the sending for the audit trail: the documents of record and their sources, and each role's values. */
const sentData = (state: EnvelopeState) => {
  const rules = sentRules(state.fields);
  return {
    documents: state.documents.map((document) => ({
      id: document.id,
      name: document.name,
      ...presentRecord(document),
    })),
    values: sentEvidence(state),
    ...(rules.length > 0 ? { rules } : {}),
  };
};
