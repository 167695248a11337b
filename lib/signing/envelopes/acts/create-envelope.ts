import { fileKeys } from '../../../aws/files/file-keys.ts';
import { putFile } from '../../../aws/files/file-store.ts';
import type { UploadedFile } from '../../../aws/files/uploaded-file.ts';
import { fail, invalid } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import type { PipelineSettings } from '../../../people/organizations/organization-schema.ts';
import type { Write } from '../../../storage/engine/write.ts';
import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import type { Template, TemplateItem } from '../../../storage/records/template.ts';
import { type AcceptedDocument, acceptDocuments, documentSources } from '../../documents/accept.ts';
import { discardUploads } from '../../documents/uploads.ts';
import type { Target } from '../../pipeline/additions.ts';
import { processDocuments } from '../../pipeline/process.ts';
import { templateFor, usedTemplate } from '../../templates/template-store.ts';
import { LIMITS, type NewEnvelope } from '../envelope-schema.ts';
import { newEnvelopeState, type SourceDocument, type TemplateDefaults } from '../rules/new-envelope.ts';
import { copyFirstPage, drawFirstPage } from './draw-first-page.ts';
import {
  type Content,
  makeEnvelope,
  ofTemplate,
  readSender,
  storeFirstPage,
  templateOwner,
  type VisitorSource,
} from './make-envelope.ts';

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
  makeEnvelope(caller, request, origin, (id, settings) =>
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
  makeEnvelope(caller, request, origin, async (id) => {
    const content = ofTemplate(caller, id, request, draft, copyFirstPage);
    const defaults = { ...content.sources.defaults, template_id: template?.id ?? null };
    return {
      ...content,
      sources: { ...content.sources, defaults },
      also: [...(template ? usedTemplate(template) : []), ...also(id)],
      refuse,
      replaces,
    };
  });

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
  makeEnvelope(caller, request, origin, async (id) => ({
    ...ofTemplate(caller, id, request, template, copyFirstPage),
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
  const { sources } = ofTemplate(caller, id, request, draft, copyFirstPage);
  const state = newEnvelopeState(id, request, { owner: caller, ...(await readSender(caller, request)), ...sources });
  const own = new Map(state.documents.map((document) => [document.id, document.template_document_id ?? document.id]));
  const ownId = (document_id: string): string => own.get(document_id) ?? document_id;
  return {
    ...state,
    documents: state.documents.map((document) => ({ ...document, id: ownId(document.id) })),
    fields: state.fields.map((field) => ({ ...field, document_id: ownId(field.document_id) })),
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
  const content = ofTemplate(caller, envelope_id, request, template, copyFirstPage);
  return { ...content, owner: await templateOwner(caller, template.header), also: usedTemplate(template.header) };
};
