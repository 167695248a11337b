import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import type { TemplateItem } from '../../storage/records/template.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import { removeContents, sentDraftWrite } from '../../storage/templates/write.ts';
import { createEnvelopeOfDraft } from '../envelopes/acts/create-envelope.ts';
import type { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { permissionsFor } from '../templates/access.ts';
import { removeDocumentFiles } from '../templates/document-files.ts';
import { sortedDocuments, sortedRoles } from '../templates/present-template.ts';
import { guard } from '../templates/template-store.ts';
import { problemsOf } from './draft-problems.ts';
import type { SendDraft } from './draft-schema.ts';
import { asDraft, type DraftTemplate } from './draft-store.ts';

/** Seconds for which a draft that was sent is remembered, so that sending it again answers the same envelope. */
const REMEMBERED = (30 * DAY) / SECOND;

/**
 * Sends a draft: makes its envelope, and ends the draft in the same transaction, so that a draft becomes one envelope,
 * however often it is sent. Sent again, it answers that envelope. Throws `draft_not_sendable` with the first of its
 * problems, and `version_changed` if it is changed meanwhile, or has another version than the one that the caller saw.
 */
export const sendDraft = async (
  caller: UserCaller,
  draft_id: string,
  { recipients = [] }: SendDraft,
  origin: Origin,
  version: number | undefined,
): Promise<EnvelopeState> => {
  const template = await findTemplate(draft_id);
  if (!template?.header.draft) return fail('draft_not_found');
  const { sent } = template.header;
  guard(caller, { ...template.header, sent: undefined }, 'write', 'draft_not_found');
  if (sent) return readWholeEnvelope(sent);
  const draft = asDraft(template);
  const now = draft.header.version;
  if (version !== undefined && version !== now) return fail('version_changed', { version: String(now) });
  const passcodes = new Map(recipients.map(({ role_name, passcode }) => [role_name, passcode ?? null]));
  for (const [index, { role_name }] of recipients.entries()) {
    const isKnown = draft.roles.some(({ name }) => name === role_name);
    if (!isKnown) invalid(`recipients.${index}.role_name`, 'the draft has no such recipient');
  }
  const given = new Set(recipients.filter(({ passcode }) => passcode).map(({ role_name }) => role_name));
  const [first] = problemsOf(draft, given).filter(({ blocks }) => blocks);
  if (first) return fail('draft_not_sendable', { reason: first.detail.replace(/\.$/, '') });
  const made = await createEnvelopeOfDraft(caller, requestOf(draft, passcodes), origin, {
    draft,
    template: await templateOf(caller, draft),
    also: (envelope_id) => [sentDraftWrite(draft.header, envelope_id, epochSeconds() + REMEMBERED)],
    refuse: () => fail('unavailable'),
  });
  await removeContents(draft);
  await removeDocumentFiles(draft.documents);
  return made;
};

/** The template that the draft was made from, if it is still there for the caller. */
const templateOf = async (caller: UserCaller, { header }: DraftTemplate): Promise<TemplateItem | undefined> => {
  const { template_id } = header.draft;
  const origin = template_id === null ? undefined : (await findTemplate(template_id))?.header;
  return origin && permissionsFor(caller, origin, 'use') ? origin : undefined;
};

const requestOf = (draft: DraftTemplate, passcodes: ReadonlyMap<string, string | null>): NewEnvelope => {
  const { header, roles, documents } = draft;
  const { expires_at, no_contact, retention_days, brand_key, locale, timezone } = header.draft;
  return {
    name: header.name.trim() || nameOf(documents),
    description: header.description || null,
    visibility: header.visibility === 'shared' ? 'shared' : 'private',
    data: header.data,
    expires_at,
    no_contact,
    retention_days,
    brand_key,
    locale,
    timezone,
    recipients: sortedRoles(roles).map((role) => ({
      role_name: role.name,
      locale: role.locale ?? null,
      auth_methods: role.auth_methods ?? [],
      phone_auth: role.phone_auth ?? null,
      passcode: passcodes.get(role.name) ?? null,
    })),
  };
};

/** The envelope is named after its first document, without the ending of a file's name. */
const nameOf = (documents: DraftTemplate['documents']): string =>
  sortedDocuments(documents)[0]?.name.replace(/\.(?:pdf|png|jpe?g)$/i, '') ?? '';
