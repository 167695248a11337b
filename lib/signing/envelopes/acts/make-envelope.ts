import { fileKeys } from '../../../aws/files/file-keys.ts';
import { copyFile } from '../../../aws/files/file-store.ts';
import { byCode } from '../../../base/by-code.ts';
import { fail } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import { envelopeBrand, envelopeBrandAt } from '../../../people/brands/snapshot.ts';
import { demandDailyMessagesLeft, messagesTodayAt } from '../../../people/organizations/daily-messages.ts';
import type { PipelineSettings } from '../../../people/organizations/organization-schema.ts';
import { sendingBounds } from '../../../people/policy/sending-rule.ts';
import { isActive } from '../../../people/profiles/profile-store.ts';
import { servicesOf } from '../../../people/trust-services/instance-services.ts';
import { readAt, readTogether } from '../../../storage/engine/read.ts';
import type { Write } from '../../../storage/engine/write.ts';
import { profileAt } from '../../../storage/profiles.ts';
import type { AccessKeyItem, DocumentItem, EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import type { ProfileItem } from '../../../storage/records/profile.ts';
import type { Template, TemplateDocumentItem, TemplateItem } from '../../../storage/records/template.ts';
import { presentRecord } from '../../documents/document-of-record.ts';
import { documentFile } from '../../templates/document-files.ts';
import { presentRole } from '../../templates/present-template.ts';
import type { NewEnvelope } from '../envelope-schema.ts';
import { actorOf } from '../rules/actor.ts';
import type { NewEvent } from '../rules/chain.ts';
import { claimedRole, visitorActor } from '../rules/claimed-role.ts';
import { sentRules } from '../rules/field-rules.ts';
import { sentGroups } from '../rules/group-evidence.ts';
import { firstReminder, inviteNext } from '../rules/lifecycle.ts';
import { sentNamings } from '../rules/naming.ts';
import { newEnvelopeState, type SourceDocument, type Sources } from '../rules/new-envelope.ts';
import { replacedBy } from '../rules/replacement.ts';
import { sentReviewers } from '../rules/review-evidence.ts';
import { senderOrganization, senderProfile } from '../rules/sender.ts';
import { sentSteps } from '../rules/steps.ts';
import { sentConditions } from '../rules/taking-part.ts';
import { sentEvidence } from '../rules/value-evidence.ts';
import { commitNewEnvelope, type WrittenBeside } from './commit.ts';

/**
 * The making of an envelope, whatever it is made of. It draws nothing and reads no PDF, so that work on many envelopes
 * needs no engine for them.
 */
/**
 * Makes an envelope from its content, and invites the first level. All checks come before the first write; the remains
 * of a failure half-way can't be reached. `known`: the sender, if it was read already.
 */
export const makeEnvelope = async (
  caller: UserCaller,
  request: NewEnvelope,
  origin: Origin,
  contentOf: (envelope_id: string, settings: () => Promise<PipelineSettings>) => Promise<Content>,
  known?: Sender,
): Promise<EnvelopeState> => {
  const id = newId();
  const reading = known ? Promise.resolve(known) : readSender(caller, request);
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

/** The owner of an envelope that is sent in the name of its template's owner. */
export const ownedBy = (profile: ProfileItem): Pick<Sources, 'owner' | 'profile'> => {
  const { id: profile_id, organization_id, email, first_name, last_name } = profile;
  return { owner: { profile_id, organization_id, email, first_name, last_name }, profile: senderProfile(profile) };
};

/** A visitor of a template's link, for whom an envelope is made in its owner's name. */
export interface VisitorSource {
  template: Template;
  /** The visitor's role, and the key of the link that opens it. */
  role_name: string;
  newKey: (recipient: RecipientItem) => AccessKeyItem;
  /** Facts about the link for the trail. */
  link: Readonly<Record<string, unknown>>;
  also: (state: EnvelopeState) => readonly Write[];
  /** Called if one of `also` doesn't hold; throws a failure. */
  refuse: () => never;
}

/** Everything that an envelope is made of, beside its sender. */
export interface Content {
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

/** The sender of envelopes, as they keep it. */
export type Sender = Awaited<ReturnType<typeof readSender>>;

/**
 * Reads what envelopes keep of their sender. Throws `messages_used_up` if no more messages may be sent today, unless
 * they have none.
 */
export const readSender = async (
  caller: UserCaller,
  { brand_key, no_contact }: Pick<NewEnvelope, 'brand_key' | 'no_contact'>,
) => {
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
    recipient_providers: organization.recipient_providers,
    trust_services: servicesOf(organization),
    retention_days: organization.retention_days ?? null,
    envelope_defaults: organization.envelope_defaults,
    list_parts: organization.list_parts,
    sending: sendingBounds(organization, profile),
    profile: senderProfile(profile),
    brand: await envelopeBrand(organization_id, brand_key, named),
  };
};

/** Stores the page that whoever opens the envelope sees first. */
export const storeFirstPage = async (
  documents: readonly SourceDocument[],
  store: (document: SourceDocument) => Promise<unknown>,
): Promise<void> => {
  const [first] = documents.toSorted((a, b) => a.order - b.order || byCode(a.id, b.id));
  if (first) await store(first);
};

/** Keeps the picture of a template document's first page for an envelope's copy of the document. */
export type CopyPage = (source: TemplateDocumentItem, document: Copied) => Promise<unknown>;
type Copied = Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>;

/** The content of an envelope that is made from a template. */
export const ofTemplate = (
  caller: UserCaller,
  envelope_id: string,
  request: NewEnvelope,
  template: Template,
  copyPage: CopyPage,
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
          if (source) await copyPage(source, { organization_id: caller.organization_id, envelope_id, id, sha256 });
        }),
      ]),
    done: async () => undefined,
  };
};

/**
 * Profile of the template's owner if that is to send envelopes that a colleague makes. Another organization's template
 * gives no right to send in its owner's name. Throws `template_not_sendable` if the owner is no active member.
 */
export const templateOwner = async (
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
  const conditions = sentConditions(state.recipients);
  const rules = sentRules(
    state.fields,
    conditions.map(({ only_if }) => only_if),
  );
  const steps = sentSteps(state.recipients);
  const named_by = sentNamings(state.recipients);
  const groups = sentGroups(state.recipients);
  const reviewers = sentReviewers(state.recipients);
  return {
    documents: state.documents.map((document) => ({
      id: document.id,
      name: document.name,
      ...presentRecord(document),
    })),
    values: sentEvidence(state),
    ...(rules.length > 0 ? { rules } : {}),
    ...(steps.length > 0 ? { steps } : {}),
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(named_by.length > 0 ? { named_by } : {}),
    ...(groups.length > 0 ? { groups } : {}),
    ...(reviewers.length > 0 ? { reviewers } : {}),
  };
};
